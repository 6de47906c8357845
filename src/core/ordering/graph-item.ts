/** The graph of workspaces: what waits for what. */
import type { CiStatus } from '../workspace/tracker.ts'

/** A workspace that is not merged, or a pull request whose branch has no workspace (a ghost). */
export interface GraphItem {
  /** The id of the workspace; of a ghost, or if another workspace has that id, `repository:branch`. */
  readonly id: string
  /** `repository:branch`. */
  readonly place: string
  readonly repository: string
  readonly name: string
  readonly branch: string
  /** The branch below it, as the tree has it. */
  readonly parentBranch: string
  readonly pr: number | null
  readonly ci: CiStatus
  /** A person may merge this pull request, but no workspace here works on it, so it is in no phase. */
  readonly isGhost: boolean
  readonly blockers: readonly string[]
  /** Its agent cannot go on before a person has decided something. */
  readonly isStuck: boolean
}

export interface WorkspaceGraph {
  /** Numbered by their places here. The default branches and everything that is merged are complete, and not listed. */
  readonly items: readonly GraphItem[]
  /** What each one waits for, and what waits for it: stacked branches, and what users have declared. */
  readonly before: readonly (readonly number[])[]
  readonly after: readonly (readonly number[])[]
  /** Each item comes after all that it waits for. */
  readonly order: readonly number[]
  /** How many items wait for each one, directly or through others. */
  readonly waiting: Int32Array
  /** Items that are in no phase, because they or what they wait for are blocked from outside. */
  readonly leftOut: ReadonlyMap<number, LeftOut>
  /** Every workspace of the trees, also those that are merged. */
  readonly workspaceCount: number
  readonly repositoryCount: number
  /** What was wrong with the trees, in sentences for people. */
  readonly problems: readonly string[]
}

export interface LeftOut {
  /** The blocked item that it waits for; null: it has a blocker itself. */
  readonly because: number | null
  readonly reason: string
}

/** isDeclared: a user has said so; otherwise one is stacked on the other. */
export type Edge = readonly [before: number, after: number, isDeclared: boolean]
