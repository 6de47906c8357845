/** How git is called when it writes for us: nothing of the user's can stop it, and a power cut cannot undo it. */
import { DURABLE } from './durable.ts'

const UNDISTURBED = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  // Another git that packs refs holds each of them for a moment.
  'core.filesRefLockTimeout=1000',
].flatMap((setting) => ['-c', setting])

/** To stand before the name of the command. */
export const CAREFULLY: readonly string[] = [...DURABLE, ...UNDISTURBED]

/** Whom we write for when nobody has said who they are. */
export const NOBODY = { name: 'Conductor', email: 'conductor@localhost' }
