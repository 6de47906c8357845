/** The settings of a run after all sources have been read. */
import type { AgentSettings } from '../core/agent/agent-settings.ts'
import type { RetryPolicy } from '../core/run/retry-policy.ts'
import { objectWithoutPrototype } from '../core/value/object-without-prototype.ts'
import type { Price } from '../core/agent/usage.ts'
import { SETTINGS } from './all-settings.ts'
import type { ConfigInput } from './config-schema.ts'
import { KNOWN_AGENTS, PLAIN_AGENT } from './known-agents.ts'
import { named, type Named } from './setting-spec.ts'

type NamedSettings = Named<typeof SETTINGS>

/**
 * The settings of all-settings.ts under their names in the code; those that need more than a new name are
 * converted.
 */
export interface Config extends Omit<NamedSettings, 'agents' | 'prices' | 'retry'> {
  /** Includes the agents that Conductor knows by name. */
  readonly agents: Readonly<Record<string, AgentSettings>>
  /** What models cost, by a pattern for their names; these prices count before Conductor's own table. */
  readonly prices: Readonly<Record<string, Price>>
  /** null: no source sets any part of `retry`. */
  readonly retry: RetryPolicy | null
}

export function toConfig(values: ConfigInput, isRetryAsked: boolean): Config {
  const settings = named(SETTINGS, values)
  return {
    ...settings,
    agents: toAgents(settings.agents),
    prices: toPrices(settings.prices),
    retry: isRetryAsked ? settings.retry : null,
  }
}

const toPrices = (prices: NamedSettings['prices']): Config['prices'] =>
  Object.fromEntries(
    Object.entries(prices).map(([pattern, { input, output, cache_read, cache_write }]) => [
      pattern,
      { input, output, cacheRead: cache_read ?? input, cacheWrite: cache_write ?? input },
    ]),
  )

const toAgents = (agents: NamedSettings['agents']): Config['agents'] =>
  objectWithoutPrototype([
    ...Object.entries(KNOWN_AGENTS),
    ...Object.entries(agents).map(([name, settings]) => [name, toAgent(name, settings)] as const),
  ])

/** A user who gives a command and no driver means that command, whatever the agent is called. */
function toAgent(name: string, settings: NamedSettings['agents'][string]): AgentSettings {
  const preset = KNOWN_AGENTS[name] ?? PLAIN_AGENT
  const driver = settings.driver ?? (settings.command === undefined ? preset.driver : 'command')
  return {
    driver,
    command: settings.command ?? preset.command,
    model: settings.model ?? null,
    arguments: settings.arguments ?? [],
    environment: { ...preset.environment, ...settings.env },
    pass: [
      ...(KNOWN_AGENTS[name] ?? KNOWN_AGENTS[driver] ?? PLAIN_AGENT).pass,
      ...(settings.pass ?? []),
    ],
    permissions: settings.permissions ?? preset.permissions,
  }
}
