/** The settings of a run once every source has been heard. */
import type { AgentSettings } from '../core/agent/agent-settings.ts'
import type { RetryPolicy } from '../core/run/retry.ts'
import { tableOf } from '../core/value/table.ts'
import type { Price } from '../core/agent/usage.ts'
import { SETTINGS } from './all-settings.ts'
import type { ConfigInput } from './config-schema.ts'
import { KNOWN_AGENTS, PLAIN_AGENT } from './known-agents.ts'
import { named, type Named } from './setting-spec.ts'

type Said = Named<typeof SETTINGS>

/** The settings of all-settings.ts in the words of the code, with what needs more than another name. */
export interface Config extends Omit<Said, 'agents' | 'prices' | 'retry'> {
  /** Those we know by name are among them. */
  readonly agents: Readonly<Record<string, AgentSettings>>
  /** What models cost, by a pattern for their names; counts before our own table. */
  readonly prices: Readonly<Record<string, Price>>
  /** null: nobody asked for retries. */
  readonly retry: RetryPolicy | null
}

export function toConfig(values: ConfigInput, isRetryAsked: boolean): Config {
  const said = named(SETTINGS, values)
  return {
    ...said,
    agents: toAgents(said.agents),
    prices: toPrices(said.prices),
    retry: isRetryAsked ? said.retry : null,
  }
}

const toPrices = (said: Said['prices']): Config['prices'] =>
  Object.fromEntries(
    Object.entries(said).map(([pattern, { input, output, cache_read, cache_write }]) => [
      pattern,
      { input, output, cacheRead: cache_read ?? input, cacheWrite: cache_write ?? input },
    ]),
  )

const toAgents = (said: Said['agents']): Config['agents'] =>
  tableOf([
    ...Object.entries(KNOWN_AGENTS),
    ...Object.entries(said).map(([name, one]) => [name, toAgent(name, one)] as const),
  ])

/** Whoever names a command and no driver means that command, whatever the agent is called. */
function toAgent(name: string, said: Said['agents'][string]): AgentSettings {
  const known = KNOWN_AGENTS[name] ?? PLAIN_AGENT
  const driver = said.driver ?? (said.command === undefined ? known.driver : 'command')
  return {
    driver,
    command: said.command ?? known.command,
    model: said.model ?? null,
    arguments: said.arguments ?? [],
    environment: { ...known.environment, ...said.env },
    pass: [
      ...(KNOWN_AGENTS[name] ?? KNOWN_AGENTS[driver] ?? PLAIN_AGENT).pass,
      ...(said.pass ?? []),
    ],
    permissions: said.permissions ?? known.permissions,
  }
}
