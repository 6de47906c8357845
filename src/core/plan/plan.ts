/** The work to be done: tasks, their dependencies, and what we believe about them. */
import type { LaneName, TaskId } from '../value/ids.ts'
import {
  estimateOf,
  isWholeEstimate,
  USUAL_SECONDS,
  type Estimate,
  type SaidEstimate,
} from '../durations/estimate.ts'
import type { ForeseenFile } from '../foresight/foreseen-file.ts'
import type { RetryPolicy } from '../run/retry-policy.ts'

/** 1 is the most urgent. */
export type Priority = 1 | 2 | 3 | 4 | 5

/** What the agent gets: a prompt for a model, or a command for a shell. */
export type Work =
  | { readonly is: 'prompt'; readonly text: string }
  | { readonly is: 'command'; readonly line: string }

/** What a task needs of the machine while it runs; 0 is not counted. */
export interface Resources {
  readonly cpu: number
  readonly memoryBytes: number
}

/** not_ready: something must be decided first. needs_design: people design it. sensitive: people look at it closely. */
export type TaskFlag = 'not_ready' | 'needs_design' | 'sensitive'

/** How the lane of this task becomes a pull request. aggressive, normal and patient mean create; manual means none. */
export type PullRequestStrategy =
  | 'create'
  | 'draft'
  | 'none'
  | 'aggressive'
  | 'normal'
  | 'patient'
  | 'manual'

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
  /** The agent continues the conversation of this task; null: the agent begins a new one. */
  readonly continues: TaskId | null
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

const BLANK_TASK: Omit<Task, 'id' | 'name' | 'work'> = {
  dependencies: [],
  priority: 3,
  // Until the estimates of the whole plan are made (core/durations/estimate-tasks.ts).
  estimate: estimateOf({ seconds: USUAL_SECONDS, from: 'default' }),
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
  continues: null,
  check: null,
  repository: null,
  pullRequest: { strategy: 'normal', timeoutSeconds: 1800 },
}

/** A task of which only some is said. */
export type PartOfTask = Partial<Omit<Task, 'estimate'>> & { readonly estimate?: SaidEstimate }

/** Fills in the defaults for all missing fields. */
export const makeTask = ({
  estimate = BLANK_TASK.estimate,
  ...fields
}: Pick<Task, 'id' | 'work'> & PartOfTask): Task => ({
  ...BLANK_TASK,
  name: fields.id,
  ...fields,
  estimate: estimateOf(estimate),
})

/** The same list if no task lacks anything, so that what is known about the list stays known. */
export const wholeTasks = (tasks: readonly Task[]): readonly Task[] =>
  tasks.every(isWhole) ? tasks : tasks.map(makeTask)

const FIELDS = ['name', ...Object.keys(BLANK_TASK)]

const isWhole = (task: Task): boolean =>
  FIELDS.every((field) => Object.hasOwn(task, field)) && isWholeEstimate(task.estimate)
