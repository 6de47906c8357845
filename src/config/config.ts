/** The settings of a run once every source has been heard. */
import type { AgentSettings } from '../core/agent/agent-settings.ts'
import { KNOWN_AGENTS, PLAIN_AGENT } from './known-agents.ts'
import { USUAL_MESSAGE, type Notification } from '../core/report/notification.ts'
import type { RetryPolicy } from '../core/run/retry.ts'
import { tableOf } from '../core/value/table.ts'
import type { Price } from '../core/agent/usage.ts'
import type { ConfigInput } from './config-schema.ts'
import { toRetryPolicy } from './retry-fields.ts'

export interface Config {
  readonly agent: string | null
  readonly agents: Readonly<Record<string, AgentSettings>>
  /** The template of what agents are told, relative to the repository; null: ours. */
  readonly prompt: string | null
  readonly parallel: number
  readonly maxAgents: number
  /** The most worktrees that may be there at once for agents. */
  readonly maxWorktrees: number
  /** auto: worktree in a git repository, none elsewhere. */
  readonly isolation: 'auto' | 'worktree' | 'none'
  readonly check: string | null
  readonly setup: string | null
  readonly timeoutSeconds: number | null
  /** null: nobody asked for retries. */
  readonly retry: RetryPolicy | null
  /** How much of the machine to use; null: all of it. */
  readonly resources: { readonly cpu: number | null; readonly memoryBytes: number | null }
  readonly budgetUsd: number | null
  /** Areas in which agents must ask first, and the files that belong to each. */
  readonly askFirst: Readonly<Record<string, readonly string[]>>
  /** What models cost, by a pattern for their names; counts before our own table. */
  readonly prices: Readonly<Record<string, Price>>
  readonly defaultRepository: string | null
  readonly worktrees: {
    /** Relative to the top of the repository. */
    readonly root: string
    readonly branchPrefix: string
    /** null: no limit. */
    readonly maxDiskBytes: number | null
    readonly firstPort: number
    readonly portsEach: number
  }
  readonly land: {
    /** null: the branch of the run. */
    readonly into: string | null
    /** A person approves each task before it lands. */
    readonly review: boolean
    /** Who resolves conflicts; null: the task's own agent. */
    readonly resolver: string | null
    /** How many candidates are checked together. */
    readonly train: number
    readonly parallelChecks: number
    readonly checkTimeoutSeconds: number | null
  }
  readonly scheduling: {
    readonly strictBatches: boolean
    readonly allowCollisions: boolean
    readonly stacked: boolean
    readonly agingSeconds: number
  }
  readonly supervision: {
    readonly silentAfterSeconds: number
    readonly staleAfterSeconds: number
    /** How long the machine may keep a run that nobody watches from going on. */
    readonly hinderedForSeconds: number
  }
  readonly transcript: { readonly maxSizeBytes: number }
  readonly ui: {
    readonly theme: Theme
    readonly refreshRate: number
    readonly showSplash: boolean
    readonly splashDurationSeconds: number
  }
  readonly server: {
    /** Whether a run serves API and web app while it goes on. */
    readonly web: boolean
    /** Tried first; the next that is free is as good. */
    readonly port: number
    readonly host: string
    /** Origins besides our own whose pages may speak to us: those of a proxy before us. */
    readonly allowedOrigins: readonly string[]
  }
  /** A coverage-summary.json or lcov.info to read after a run. */
  readonly coverage: string | null
  readonly notifications: {
    /** Whenever something begins to need a person. */
    readonly onAttention: readonly Notification[]
    readonly onComplete: readonly Notification[]
    readonly onFailure: readonly Notification[]
    /** For the same reason not more often than this. */
    readonly quietSeconds: number
  }
  readonly suggestions: {
    readonly enabled: boolean
    readonly cacheSeconds: number
    readonly model: string | null
  }
  readonly mcp: {
    readonly serverUrl: string
    readonly timeoutSeconds: number
    readonly maxRetries: number
  }
  readonly auth: {
    readonly timeoutSeconds: number
    readonly checkIntervalSeconds: number
    readonly headless: boolean
  }
}

type Theme = 'default' | 'cyberpunk' | 'minimal' | 'solarized-dark' | 'dracula'

/** A source that says everything. */
export type CompleteInput = {
  readonly [Key in keyof ConfigInput]-?: Key extends 'agents' | 'ask_first' | 'prices'
    ? NonNullable<ConfigInput[Key]>
    : Complete<Exclude<ConfigInput[Key], undefined>>
}

type Complete<Said> = Said extends object
  ? { readonly [Key in keyof Said]-?: Exclude<Said[Key], undefined> }
  : Said

export const DEFAULTS: CompleteInput = {
  agent: null,
  agents: {},
  prompt: null,
  parallel: 3,
  max_agents: 10,
  max_worktrees: 4,
  isolation: 'auto',
  check: null,
  setup: null,
  timeout: null,
  retry: { max_attempts: 3, initial_delay: 5, backoff_factor: 2, max_delay: 300, jitter: 0.2 },
  resources: { cpu: null, memory: null },
  budget_usd: null,
  ask_first: {},
  prices: {},
  default_repository: null,
  worktrees: { root: '..', branch_prefix: '', max_disk: null, ports: 20_000, ports_each: 10 },
  land: {
    into: null,
    review: false,
    resolver: null,
    train: 8,
    parallel_checks: 2,
    check_timeout: null,
  },
  scheduling: { strict_batches: false, allow_collisions: false, stacked: false, aging: 1800 },
  supervision: { silent_after: 300, stale_after: 90, hindered_for: 300 },
  transcript: { max_size: 20_000_000 },
  ui: { theme: 'default', refresh_rate: 10, show_splash: true, splash_duration: 2 },
  server: { web: true, port: 4700, host: '127.0.0.1', allowed_origins: [] },
  coverage: null,
  notifications: {
    on_attention: [{ type: 'terminal', message: USUAL_MESSAGE }],
    on_complete: [],
    on_failure: [],
    quiet: 300,
  },
  execution: { parallel_mode: true, max_parallel_tasks: 3 },
  parallelization_enabled: true,
  parallelization_cache_ttl_seconds: 300,
  parallelization_model: null,
  mcp: { server_url: 'stdio://playwright-mcp', timeout: 30, max_retries: 3 },
  auth: { timeout: 300, check_interval: 2, headless: false },
}

export const toConfig = (said: CompleteInput, isRetryAsked: boolean): Config => ({
  agent: said.agent,
  agents: toAgents(said.agents),
  prompt: said.prompt,
  parallel: said.parallel,
  maxAgents: said.max_agents,
  maxWorktrees: said.max_worktrees,
  isolation: said.isolation,
  check: said.check,
  setup: said.setup,
  timeoutSeconds: said.timeout,
  retry: isRetryAsked ? toRetryPolicy(said.retry) : null,
  resources: { cpu: said.resources.cpu, memoryBytes: said.resources.memory },
  budgetUsd: said.budget_usd,
  askFirst: said.ask_first,
  prices: toPrices(said.prices),
  defaultRepository: said.default_repository,
  ...toGitSections(said),
  ...toSections(said),
})

const toGitSections = (said: CompleteInput) => ({
  worktrees: {
    root: said.worktrees.root,
    branchPrefix: said.worktrees.branch_prefix,
    maxDiskBytes: said.worktrees.max_disk,
    firstPort: said.worktrees.ports,
    portsEach: said.worktrees.ports_each,
  },
  land: {
    into: said.land.into,
    review: said.land.review,
    resolver: said.land.resolver,
    train: said.land.train,
    parallelChecks: said.land.parallel_checks,
    checkTimeoutSeconds: said.land.check_timeout,
  },
})

const toSections = (said: CompleteInput) => ({
  scheduling: {
    strictBatches: said.scheduling.strict_batches,
    allowCollisions: said.scheduling.allow_collisions,
    stacked: said.scheduling.stacked,
    agingSeconds: said.scheduling.aging,
  },
  supervision: {
    silentAfterSeconds: said.supervision.silent_after,
    staleAfterSeconds: said.supervision.stale_after,
    hinderedForSeconds: said.supervision.hindered_for,
  },
  transcript: { maxSizeBytes: said.transcript.max_size },
  ui: {
    theme: said.ui.theme,
    refreshRate: said.ui.refresh_rate,
    showSplash: said.ui.show_splash,
    splashDurationSeconds: said.ui.splash_duration,
  },
  server: {
    web: said.server.web,
    port: said.server.port,
    host: said.server.host,
    allowedOrigins: said.server.allowed_origins,
  },
  coverage: said.coverage,
  notifications: {
    onAttention: said.notifications.on_attention,
    onComplete: said.notifications.on_complete,
    onFailure: said.notifications.on_failure,
    quietSeconds: said.notifications.quiet,
  },
  ...toOldSections(said),
})

/** Sections that only the older programs knew. */
const toOldSections = (said: CompleteInput) => ({
  suggestions: {
    enabled: said.parallelization_enabled,
    cacheSeconds: said.parallelization_cache_ttl_seconds,
    model: said.parallelization_model,
  },
  mcp: {
    serverUrl: said.mcp.server_url,
    timeoutSeconds: said.mcp.timeout,
    maxRetries: said.mcp.max_retries,
  },
  auth: {
    timeoutSeconds: said.auth.timeout,
    checkIntervalSeconds: said.auth.check_interval,
    headless: said.auth.headless,
  },
})

const toPrices = (said: CompleteInput['prices']): Config['prices'] =>
  Object.fromEntries(
    Object.entries(said).map(([pattern, { input, output, cache_read, cache_write }]) => [
      pattern,
      { input, output, cacheRead: cache_read ?? input, cacheWrite: cache_write ?? input },
    ]),
  )

const toAgents = (said: CompleteInput['agents']): Config['agents'] =>
  tableOf([
    ...Object.entries(KNOWN_AGENTS),
    ...Object.entries(said).map(([name, one]) => [name, toAgent(name, one)] as const),
  ])

/** Whoever names a command and no driver means that command, whatever the agent is called. */
function toAgent(name: string, said: CompleteInput['agents'][string]): AgentSettings {
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
