/** The settings of a run after all sources have been read. */
import type { AgentSettings } from '../core/agent/agent-settings.ts'
import {
  USUAL_SENSITIVE_AREAS,
  type SensitiveAreas,
} from '../core/planning/flags/sensitive-areas.ts'
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
export interface Config extends Omit<
  NamedSettings,
  'agents' | 'prices' | 'retry' | 'sensitiveAreas'
> {
  /** Includes the agents that Conductor knows by name. */
  readonly agents: Readonly<Record<string, AgentSettings>>
  /** What models cost, by a pattern for their names; these prices count before Conductor's own table. */
  readonly prices: Readonly<Record<string, Price>>
  /** Includes the areas that are sensitive everywhere. */
  readonly sensitiveAreas: SensitiveAreas
  /** null: no source sets any part of `retry`. */
  readonly retry: RetryPolicy | null
}

export function toConfig(values: ConfigInput, isRetryAsked: boolean): Config {
  const settings = named(SETTINGS, values)
  return {
    ...settings,
    agents: toAgents(settings.agents),
    prices: toPrices(settings.prices),
    sensitiveAreas: toSensitiveAreas(settings.sensitiveAreas),
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

/** What a user says about an area replaces what we would say; an area without entries is off. */
const toSensitiveAreas = (areas: NamedSettings['sensitiveAreas']): SensitiveAreas =>
  objectWithoutPrototype([
    ...Object.entries(USUAL_SENSITIVE_AREAS),
    ...Object.entries(areas).map(([name, entries]) => [name, toArea(entries)] as const),
  ])

const toArea = (entries: readonly string[]): SensitiveAreas[string] => ({
  words: entries.filter((entry) => !isPath(entry)),
  files: entries.filter(isPath),
})

const isPath = (entry: string): boolean => /[/*]/.test(entry)

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
