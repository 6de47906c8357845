/** A plan as a planner proposes it: an analysis of the requirements and the tasks, before it becomes a task file. */
import type { Priority, TaskFlag } from '../plan/plan.ts'

/** A label of the number of tasks: at most 3, 4 to 8, 9 to 15, more than 15. */
export type Complexity = 'simple' | 'moderate' | 'complex' | 'enterprise'

export interface Analysis {
  readonly taskCount: number
  readonly complexity: Complexity
  /** Why this number of tasks, in sentences. */
  readonly reasons: string
  readonly features: readonly string[]
  readonly components: readonly string[]
  /** What the planner could not know from the requirements and the repository. */
  readonly unknowns: readonly string[]
}

export interface DraftFlag {
  readonly flag: TaskFlag
  readonly why: string
}

export interface DraftTask {
  readonly id: string
  readonly name: string
  readonly prompt: string
  readonly dependencies: readonly string[]
  readonly priority: Priority
  readonly estimateSeconds: number
  /** Paths and globs inside the repository. */
  readonly files: readonly string[]
  readonly epic: string | null
  readonly domain: string | null
  readonly flags: readonly DraftFlag[]
  readonly issue: number | null
}

export type PlanningBackend = 'api' | 'cli' | 'agent' | 'offline'

export interface PlanDraft {
  readonly name: string
  readonly analysis: Analysis
  readonly tasks: readonly DraftTask[]
  /** What a person should know about this plan, such as repairs. */
  readonly notes: readonly string[]
  readonly madeBy: { readonly backend: PlanningBackend; readonly model: string | null }
}

/** What planners may know about the repository. */
export interface RepositoryFacts {
  /** The most files first. */
  readonly languages: readonly { readonly name: string; readonly files: number }[]
  readonly folders: readonly string[]
  readonly modules: readonly string[]
  readonly testCommand: string | null
  readonly readme: string | null
  readonly isEmpty: boolean
}

/** The class is only a label of the number of tasks. */
export function complexityOf(taskCount: number): Complexity {
  if (taskCount <= 3) return 'simple'
  if (taskCount <= 8) return 'moderate'
  return taskCount <= 15 ? 'complex' : 'enterprise'
}
