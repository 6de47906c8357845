/** Which agent gets the prompts of a plan when neither the plan nor the configuration names one. */

export interface AgentAtHand {
  readonly agent: string
  /** unknown: this machine does not show whether the agent is logged in. */
  readonly login: 'yes' | 'no' | 'unknown'
}

export type AgentChoice =
  | { readonly is: 'taken'; readonly agent: string; readonly login: 'yes' | 'unknown' }
  /** The user has to choose one of these. */
  | { readonly is: 'several'; readonly agents: readonly string[] }
  | { readonly is: 'none' }

/** A user who has several agents usually means this one. */
const FIRST = 'claude'

/** An agent that may not be logged in is chosen only when no agent certainly is. */
export function chooseAgent(atHand: readonly AgentAtHand[]): AgentChoice {
  const logins = ['yes', 'unknown'] as const
  const login = logins.find((login) => atHand.some((one) => one.login === login))
  if (login === undefined) return { is: 'none' }
  const agents = atHand.filter((one) => one.login === login).map(({ agent }) => agent)
  const agent = agents.includes(FIRST) ? FIRST : agents.length === 1 ? agents[0]! : null
  return agent === null ? { is: 'several', agents } : { is: 'taken', agent, login }
}
