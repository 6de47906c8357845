/**
 * Reads every source of settings and decides which one counts: flags, then environment, then files, then
 * defaults.
 */
import { z } from 'zod'
import { MOST_AGENTS } from '../core/ask/kinds/agents.ts'
import { readYaml } from '../yaml-file/read-yaml.ts'
import { configSchema } from './config-schema.ts'
import { toConfig, type Config } from './config.ts'
import { fromFile, linesOf, SPECS, unflatten } from './settings.ts'
import type { FileSettings, Setting, Settings } from './settings.ts'
import { hearEnvironment, hearFlags } from './spoken-settings.ts'
import type { ConfigProblem, Environment, Flag, Heard } from './spoken-settings.ts'

export interface ConfigText {
  readonly path: string
  readonly text: string
}

/** Where settings may come from, the strongest first. */
export interface ConfigSources {
  readonly flags?: readonly Flag[]
  readonly environment?: Environment
  /** 'unread': there is a plan that has not been read and may still change the result. */
  readonly plan?: { readonly path: string; readonly settings: FileSettings } | 'unread' | null
  readonly project?: ConfigText | null
  readonly user?: ConfigText | null
}

export interface ResolvedConfig {
  readonly config: Config
  readonly settings: Settings
  readonly origin: (key: string) => string
}

export type ConfigOutcome =
  | ({ readonly ok: true; readonly warnings: readonly ConfigProblem[] } & ResolvedConfig)
  | {
      readonly ok: false
      readonly problems: readonly ConfigProblem[]
      readonly warnings: readonly ConfigProblem[]
    }

export function resolveConfig(sources: ConfigSources): ConfigOutcome {
  const heard = hearAll(sources)
  const layers = heard.map(({ settings }) => withOldKeys(settings)).toReversed()
  const all: Settings = new Map([...defaults(), ...layers.flatMap((layer) => [...layer])])
  const settings = withTypedParallel(all, layers.at(-1)!)
  const warnings = heard.flatMap(({ warnings }) => warnings)
  const problems = heard.flatMap(({ problems }) => problems)
  const canJudge = problems.length === 0 && sources.plan !== 'unread'
  const wrong = canJudge ? tooManyAgents(settings) : problems
  if (wrong.length > 0) return { ok: false, problems: wrong, warnings }
  return { ok: true, warnings, ...resolved(settings) }
}

const hearAll = ({ flags, environment, plan, project, user }: ConfigSources): readonly Heard[] => [
  hearFlags(flags ?? []),
  hearEnvironment(environment ?? {}),
  plan && plan !== 'unread'
    ? { settings: fromFile(plan.path, plan.settings), problems: [], warnings: [] }
    : SILENCE,
  project ? hearText(project) : SILENCE,
  user ? hearText(user) : SILENCE,
]

const SILENCE: Heard = { settings: new Map(), problems: [], warnings: [] }

/** A file that holds only comments sets nothing. */
const configFile = z.preprocess((value) => value ?? {}, configSchema)

function hearText({ path, text }: ConfigText): Heard {
  const read = readYaml(text, configFile)
  if (read.ok) {
    const lines = linesOf(read.value, (...key) => read.lineOf(key.filter((k) => k !== undefined)))
    return { ...SILENCE, settings: fromFile(path, { values: read.value, lines }) }
  }
  const problems = read.problems.map(({ line, column, message, hint }) => ({
    origin: `${path}:${line}:${column}`,
    message,
    hint,
  }))
  return { ...SILENCE, problems }
}

/** The older programs had other names for some settings; they count at the level where they are said. */
function withOldKeys(settings: Settings): Settings {
  const mode = settings.get('execution.parallel_mode')
  const most = settings.get('execution.max_parallel_tasks')
  const parallel = mode?.value === false ? { ...mode, value: 1 } : most
  return new Map([
    ...(parallel === undefined ? [] : [['parallel', parallel] as const]),
    ...settings,
  ])
}

const defaults = (): readonly (readonly [string, Setting])[] =>
  [...SPECS].map(([key, { usual }]) => [key, { value: usual, origin: 'default' }])

/** The settings that hold where no source can be read. */
export const usualConfig = (): Config => resolved(new Map(defaults())).config

/** A `parallel` that the user types raises max_agents as well, unless the user types that, too. */
function withTypedParallel(settings: Settings, typed: Settings): Settings {
  const { parallel, limit } = agentLimits(settings)
  const isMeant = typed.has('parallel') && !typed.has('max_agents')
  if (!isMeant || Number(parallel.value) <= Number(limit.value)) return settings
  const value = Math.min(Number(parallel.value), MOST_AGENTS)
  const origin = `raised by ${parallel.origin}`
  return new Map(settings).set('max_agents', { value, origin })
}

/** A default `parallel` is lowered to the limit; a `parallel` from any source above the limit is a problem. */
function tooManyAgents(settings: Settings): readonly ConfigProblem[] {
  const { parallel, limit } = agentLimits(settings)
  if (parallel.origin === 'default' || Number(parallel.value) <= Number(limit.value)) return []
  const message = `${String(parallel.value)} agents are more than max_agents (${String(limit.value)}, ${limit.origin}) allows`
  const raise = limit.value === MOST_AGENTS ? '' : 'raise max_agents if this machine can take it; '
  const hint = `${raise}the most is ${MOST_AGENTS}`
  return [{ origin: parallel.origin, message, hint }]
}

const agentLimits = (settings: Settings) => ({
  parallel: settings.get('parallel')!,
  limit: settings.get('max_agents')!,
})

function resolved(settings: Settings): ResolvedConfig {
  const { parallel, limit } = agentLimits(settings)
  const fitting = Math.min(Number(parallel.value), Number(limit.value))
  const effective = withRoomFor(new Map(settings).set('parallel', { ...parallel, value: fitting }))
  const isRetryAsked = [...settings].some(
    ([key, { origin }]) => key.startsWith('retry.') && origin !== 'default',
  )
  return {
    config: toConfig(unflatten(effective), isRetryAsked),
    settings: effective,
    origin: (key) => effective.get(key)?.origin ?? 'default',
  }
}

/** A user who sets a higher `parallel` wants a worktree for each task; a limit that the user has set stays. */
function withRoomFor(settings: Settings): Settings {
  const parallel = settings.get('parallel')!
  const limit = settings.get('max_worktrees')!
  const isEnough = Number(parallel.value) <= Number(limit.value)
  if (isEnough || parallel.origin === 'default' || limit.origin !== 'default') return settings
  const origin = `as many as parallel (${parallel.origin})`
  return new Map(settings).set('max_worktrees', { value: parallel.value, origin })
}
