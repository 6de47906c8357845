/** Which agent gets the prompts of a plan when nobody has said it. */

export interface AgentAtHand {
  readonly agent: string
  /** unknown: it cannot be told from here. */
  readonly login: 'yes' | 'no' | 'unknown'
}

export type AgentChoice =
  | { readonly is: 'taken'; readonly agent: string; readonly login: 'yes' | 'unknown' }
  /** Which of these is a person's choice. */
  | { readonly is: 'several'; readonly agents: readonly string[] }
  | { readonly is: 'none' }

/** Whoever has several means this one more often than not. */
const FIRST = 'claude'

/** Nobody is taken for logged in who may not be, as long as somebody certainly is. */
export function chooseAgent(atHand: readonly AgentAtHand[]): AgentChoice {
  const logins = ['yes', 'unknown'] as const
  const login = logins.find((login) => atHand.some((one) => one.login === login))
  if (login === undefined) return { is: 'none' }
  const agents = atHand.filter((one) => one.login === login).map(({ agent }) => agent)
  const agent = agents.includes(FIRST) ? FIRST : agents.length === 1 ? agents[0]! : null
  return agent === null ? { is: 'several', agents } : { is: 'taken', agent, login }
}
