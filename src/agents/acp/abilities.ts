/** What the agents that speak ACP can do, each in its own way. */
import type { InitializeResponse } from '@agentclientprotocol/sdk/unstable'

export interface AcpAbilities {
  /**
   * How guidance reaches the agent in the middle of a turn. extension: by a request of the agent's own.
   * second-prompt: a prompt sent during a turn becomes part of that turn. cancel-and-prompt: the turn is
   * cancelled, and the next turn begins with the guidance.
   */
  readonly steer: 'extension' | 'second-prompt' | 'cancel-and-prompt'
  /** How the agent goes on with an earlier conversation; `load` replays all of it first. null: the agent cannot. */
  readonly resume: 'resume' | 'load' | null
}

/** Abilities that the response to `initialize` does not tell, by the name that an agent gives itself there. */
const BY_NAME: readonly (readonly [RegExp, Partial<AcpAbilities>])[] = [
  [/^opencode$/i, { steer: 'second-prompt' }],
]

const PLAIN: Pick<AcpAbilities, 'steer'> = { steer: 'cancel-and-prompt' }

export function abilitiesOf(hello: InitializeResponse): AcpAbilities {
  const name = hello.agentInfo?.name ?? ''
  const abilitiesByName = BY_NAME.find(([pattern]) => pattern.test(name))?.[1] ?? {}
  return {
    ...PLAIN,
    ...abilitiesByName,
    ...(canBeSteered(hello) ? { steer: 'extension' } : {}),
    resume: resumeOf(hello),
  }
}

function canBeSteered(hello: InitializeResponse): boolean {
  const steering = hello._meta?.['steering'] ?? hello.agentCapabilities?._meta?.['steering']
  return (steering as { supported?: unknown } | undefined)?.supported === true
}

/** `resume` is preferred, because it replays nothing. */
function resumeOf({ agentCapabilities: capabilities }: InitializeResponse): AcpAbilities['resume'] {
  if (capabilities?.sessionCapabilities?.resume) return 'resume'
  return capabilities?.loadSession === true ? 'load' : null
}
