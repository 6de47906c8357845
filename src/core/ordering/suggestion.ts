/** What `POST /api/suggest-parallelization` takes and answers. The field names are those that programs know. */
import type { TreeNode } from '../workspace/tracker.ts'

/** auto: Claude if it can be asked, and the offline answer if that fails. claude: an error is an error. */
export type SuggestionEngine = 'auto' | 'offline' | 'claude'

export interface ParallelizationRequest {
  /** By the name of the repository; without it, the current trees of the tracker. Only some fields of a node are needed. */
  readonly trees?: Readonly<Record<string, RequestedNode>>
  /** The ordering to put first: its id. */
  readonly strategy_preference?: string
  /** No phase has more workspaces than this. */
  readonly max_parallel?: number
  /** How many orderings: 3 by default, 6 at most. */
  readonly count?: number
  readonly engine?: SuggestionEngine
}

export type RequestedNode = Pick<TreeNode, 'branch'> &
  Partial<
    Pick<
      TreeNode,
      | 'name'
      | 'workspace_id'
      | 'pr_number'
      | 'ci_status'
      | 'parent_branch_name'
      | 'status'
      | 'last_active_at'
      | 'blockers'
      | 'depends_on'
    >
  > & { readonly children?: readonly RequestedNode[] }

export interface ParallelizationResponse {
  readonly strategies: readonly ParallelizationStrategy[]
  readonly analysis_summary: string
  readonly dependency_insights: readonly string[]
  /** Of the graph that was looked at, and of the request: the page marks an answer to another graph as stale. */
  readonly tree_hash: string
  /** Open workspaces that are in no phase, because of a blocker that a user has recorded. */
  readonly left_out: readonly LeftOutWorkspace[]
  /** What the predicted times rest on, in a sentence for people. */
  readonly prediction_basis: string
  /** What the predicted times rest on, as numbers, so that the page can predict the time of phases that its user has changed. */
  readonly times: PredictionTimes
  /** Who has made the orderings. */
  readonly source: 'offline' | 'claude'
  /** A word for programs: `no_workspaces`, `single_workspace`, or why Claude's answer is missing; null: nothing to tell. */
  readonly notice: string | null
  /** The same as a sentence for people. */
  readonly notice_text: string | null
  readonly created_at: string
  readonly is_cached: boolean
  /** What Claude's answer cost; null: it was not asked, or the price is not known. */
  readonly cost_usd: number | null
}

export interface ParallelizationStrategy {
  /** max_parallel, depth_first, ci_optimized, least_rebasing, unblock_most, or one of Claude's own. */
  readonly strategy_id: string
  readonly name: string
  readonly description: string
  readonly phases: readonly ExecutionPhase[]
  readonly estimated_total_phases: number
  readonly bottleneck_branches: readonly string[]
  /** By simulation, in seconds from now until the last workspace is complete. */
  readonly predicted_seconds: number
  /** How often a branch has to be brought up to date with its repository before it can be merged, in this order. */
  readonly expected_rebases: number
  /** Who has made this ordering. */
  readonly source: 'offline' | 'claude'
}

export interface ExecutionPhase {
  readonly phase_number: number
  readonly workspace_ids: readonly string[]
  readonly description: string
  readonly can_start_immediately: boolean
}

export interface LeftOutWorkspace {
  readonly workspace_id: string
  readonly repository: string
  readonly branch: string
  /** For people: the blocker, or what it waits for. */
  readonly reason: string
}

interface PredictionTimes {
  readonly agents: number
  readonly usual_seconds: number
  readonly is_measured: boolean
  /** Seconds of the tasks of ours that workspaces belong to, by `repository:branch`. */
  readonly known: Readonly<Record<string, number>>
}
