/** The work to be done: tasks, their dependencies, and what we believe about them. */
import type { LaneName, TaskId } from '../value/ids.ts'
import type { ForeseenFile } from '../foresight/foreseen-file.ts'
import type { RetryPolicy } from '../run/retry-policy.ts'

/** 1 is the most urgent. */
export type Priority = 1 | 2 | 3 | 4 | 5

/** What the agent gets: a prompt for a model, or a command for a shell. */
export type Work =
  | { readonly is: 'prompt'; readonly text: string }
  | { readonly is: 'command'; readonly line: string }

interface Estimate {
  readonly seconds: number
  /** Given by the user, measured in earlier runs of the same task, or assumed. */
  readonly from: 'file' | 'history' | 'default'
}

/** What a task needs of the machine while it runs; 0 is not counted. */
export interface Resources {
  readonly cpu: number
  readonly memoryBytes: number
}

/** not_ready: something must be decided first. needs_design: people design it. sensitive: people look at it closely. */
export type TaskFlag = 'not_ready' | 'needs_design' | 'sensitive'

/** When a pull request may be opened without a person. Only stored, for the code host. */
export type PullRequestStrategy = 'aggressive' | 'normal' | 'patient' | 'manual'

export interface Task {
  readonly id: TaskId
  readonly name: string
  readonly work: Work
  readonly dependencies: readonly TaskId[]
  readonly priority: Priority
  readonly estimate: Estimate
  /** Paths and globs this task is expected to change. */
  readonly files: readonly string[]
  /** Files that the history of the repository makes likely, the likeliest first; nobody has named them. */
  readonly foreseen: readonly ForeseenFile[]
  /** S5: a person lets these work at the same time as this task, whatever they change. */
  readonly togetherWith: readonly TaskId[]
  /** S5: a person does not want these to work at the same time as this task. */
  readonly apartFrom: readonly TaskId[]
  readonly flags: readonly TaskFlag[]
  /** The area of the product: database, api, frontend ... Only shown and stored. */
  readonly domain: string | null
  readonly resources: Resources
  readonly needsHuman: boolean
  readonly environment: Readonly<Record<string, string>>
  readonly agent: string | null
  /** Overrides the model of the agent. */
  readonly model: string | null
  /** Additional arguments on the agent's command line. */
  readonly agentArguments: readonly string[]
  /** What the task may spend on models; null: only the run's limit counts. */
  readonly budgetUsd: number | null
  /** Areas in which the agent must ask before it changes anything: security, public-api ... */
  readonly askFirst: readonly string[]
  readonly timeoutSeconds: number | null
  /** null: the plan asks for no retries, so only passing failures are retried. */
  readonly retry: RetryPolicy | null
  readonly expectedDeliverable: string | null
  readonly issue: number | null
  readonly epic: string | null
  /** The lane a person has chosen; null: that of the epic or issue, else the task's own. */
  readonly lane: LaneName | null
  readonly check: string | null
  readonly repository: string | null
  readonly pullRequest: {
    readonly strategy: PullRequestStrategy
    readonly timeoutSeconds: number
  }
}

/** What a person may change in a task before its first attempt; who may work beside it, at any time. */
export type TaskChange = Partial<
  Pick<
    Task,
    | 'name'
    | 'priority'
    | 'dependencies'
    | 'files'
    | 'estimate'
    | 'lane'
    | 'togetherWith'
    | 'apartFrom'
  >
>

/** A named set of tasks, for reading and filtering; it does not affect the order. */
export interface Group {
  readonly name: string
  readonly tasks: readonly TaskId[]
  readonly description: string | null
}

export interface Plan {
  readonly name: string
  readonly tasks: readonly Task[]
  readonly groups: readonly Group[]
}

export const NO_RESOURCES: Resources = { cpu: 0, memoryBytes: 0 }

/** The estimate for a task when neither it nor any other task of the plan has one. */
export const DEFAULT_ESTIMATE_SECONDS = 600

const BLANK_TASK: Omit<Task, 'id' | 'name' | 'work'> = {
  dependencies: [],
  priority: 3,
  estimate: { seconds: DEFAULT_ESTIMATE_SECONDS, from: 'default' },
  files: [],
  foreseen: [],
  togetherWith: [],
  apartFrom: [],
  flags: [],
  domain: null,
  resources: NO_RESOURCES,
  needsHuman: false,
  environment: {},
  agent: null,
  model: null,
  agentArguments: [],
  budgetUsd: null,
  askFirst: [],
  timeoutSeconds: null,
  retry: null,
  expectedDeliverable: null,
  issue: null,
  epic: null,
  lane: null,
  check: null,
  repository: null,
  pullRequest: { strategy: 'normal', timeoutSeconds: 1800 },
}

/** Fills in the defaults for all missing fields. */
export const makeTask = (fields: Pick<Task, 'id' | 'work'> & Partial<Task>): Task => ({
  ...BLANK_TASK,
  name: fields.id,
  ...fields,
})

/** Gives tasks without an estimate the measured time of earlier runs, else the usual time of this plan. */
export function withEstimates(plan: Plan, history: ReadonlyMap<TaskId, number>): Plan {
  const estimates = plan.tasks.map((task) => knownEstimate(task, history))
  const usual = median(estimates.filter((estimate) => estimate !== null).map((e) => e.seconds))
  const assumed: Estimate = { seconds: usual ?? DEFAULT_ESTIMATE_SECONDS, from: 'default' }
  return {
    ...plan,
    tasks: plan.tasks.map((task, i) => ({ ...task, estimate: estimates[i] ?? assumed })),
  }
}

function knownEstimate(task: Task, history: ReadonlyMap<TaskId, number>): Estimate | null {
  if (task.estimate.from === 'file') return task.estimate
  const seconds = history.get(task.id)
  return seconds === undefined ? null : { seconds, from: 'history' }
}

function median(numbers: readonly number[]): number | undefined {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]
}
