/** What the agents that speak ACP can do, each in its own way. */
import type { InitializeResponse } from '@agentclientprotocol/sdk/unstable'

export interface AcpAbilities {
  /**
   * How words reach it in the middle of a turn. extension: by a request of its own. second-prompt: what
   * is said during a turn becomes part of it. cancel-and-prompt: the turn is broken off, and the next begins
   * with the words.
   */
  readonly steer: 'extension' | 'second-prompt' | 'cancel-and-prompt'
  /** How an earlier conversation is gone on with; load plays it all back first. null: not at all. */
  readonly resume: 'resume' | 'load' | null
}

/** What initialize does not tell, by the beginning or end of the name an agent gives itself. */
const BY_NAME: readonly (readonly [RegExp, Partial<AcpAbilities>])[] = [
  [/^opencode$/i, { steer: 'second-prompt' }],
]

const PLAIN: Pick<AcpAbilities, 'steer'> = { steer: 'cancel-and-prompt' }

export function abilitiesOf(said: InitializeResponse): AcpAbilities {
  const name = said.agentInfo?.name ?? ''
  const known = BY_NAME.find(([pattern]) => pattern.test(name))?.[1] ?? {}
  return {
    ...PLAIN,
    ...known,
    ...(canBeSteered(said) ? { steer: 'extension' } : {}),
    resume: resumeOf(said),
  }
}

function canBeSteered(said: InitializeResponse): boolean {
  const steering = said._meta?.['steering'] ?? said.agentCapabilities?._meta?.['steering']
  return (steering as { supported?: unknown } | undefined)?.supported === true
}

/** Resuming is preferred: nothing is played back. */
function resumeOf({ agentCapabilities: can }: InitializeResponse): AcpAbilities['resume'] {
  if (can?.sessionCapabilities?.resume) return 'resume'
  return can?.loadSession === true ? 'load' : null
}
