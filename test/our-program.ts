/** Where the built command is, and how tests let a shell find it. */
import { delimiter, join } from 'node:path'

const TOP = join(import.meta.dirname, '..')

export const BIN = join(TOP, 'bin', 'conductor.js')

/** The same as a module, for who runs commands in a process of its own. */
export const BUILT = join(TOP, 'dist', 'run-typed-command.js')

/** Hints say `conductor` if a shell finds this program by that name; this folder has a link to it. */
const OURS = join(import.meta.dirname, 'programs', 'on-path')
export const PATH_WITH_US = `${OURS}${delimiter}${process.env['PATH'] ?? ''}`
