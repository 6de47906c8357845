/** The plans of task files: reading them, their drafts, the issues they can be made of, and making them. */
import type { IssueListDocument } from '../../core/forge/issues/issue-document.ts'
import type { PlanChange } from '../../core/plan/plan-changes.ts'
import type { Plan } from '../../core/plan/plan.ts'
import type { RunSettings } from '../../core/run/event.ts'

export type ReadPlan =
  | {
      readonly ok: true
      readonly file: string
      readonly plan: Plan
      readonly settings: RunSettings
      readonly warnings: readonly string[]
    }
  | { readonly ok: false; readonly file: string; readonly problems: readonly PlanProblem[] }

export interface PlanProblem {
  readonly place: string
  readonly message: string
  readonly hint: string | null
}

/** Changes to task files that have no run yet, by file; they outlive the server. */
export interface KeptDrafts {
  get(file: string): readonly PlanChange[]
  /** No changes: there is no draft any more. May throw, for example when the disk is full. */
  set(file: string, changes: readonly PlanChange[]): void
}

/** Reads the open issues. refresh: asks the forge again, unless the forge has named a time before which it will not answer. */
export type ServedIssues = (wish: {
  /** null: the labels of the settings. */
  readonly labels: readonly string[] | null
  readonly most: number
  readonly refresh: boolean
}) => Promise<IssueListDocument>

/** Makes plans from requirements, one at a time; the task file is written when a plan is ready. */
export interface ServedPlanning {
  /** The plan that is being made, or was made last since the server started; null: there is none. */
  current(): Planning | null
  /** null: a plan is being made already. */
  start(wish: PlanningWish): Planning | null
  /** Stops the planning; without one nothing happens. */
  cancel(): void
}

export interface PlanningWish {
  readonly requirements: string
  /** The issues to make tasks from; null: the requirements are used. */
  readonly issues: readonly number[] | null
  readonly parallel: number | null
  /** null: the setting decides. */
  readonly backend: 'api' | 'cli' | 'agent' | 'offline' | null
  /** null: the usual task file. */
  readonly file: string | null
}

export interface Planning {
  readonly requirements: string
  /** The issues that it is made of; null: it is made of the requirements. */
  readonly issues: readonly number[] | null
  readonly file: string
  readonly state: 'initialized' | 'analysing' | 'planning' | 'ready' | 'failed'
  readonly steps: readonly PlanningStep[]
  /** What would happen, for people; null: the plan is not ready. */
  readonly summary: string | null
  readonly problem: { readonly message: string; readonly hint: string | null } | null
}

export interface PlanningStep {
  readonly state: Planning['state']
  readonly says: string
  readonly elapsed_s: number
}
