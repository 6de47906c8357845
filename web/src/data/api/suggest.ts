/** The requests for suggested orderings, and how they are used. */
import type {
  ParallelizationRequest,
  ParallelizationResponse,
} from '../../../../src/core/ordering/suggestion.ts'
import { request } from './request.ts'

const PATH = '/api/suggest-parallelization'

export interface SuggestSettings {
  /** false: `parallelization_enabled` is off, and the page has no button. */
  readonly enabled: boolean
  readonly can_ask_claude: boolean
  /** Why Claude cannot be asked; null: it can. */
  readonly because: string | null
}

export const readSuggestSettings = (): Promise<SuggestSettings> => request('GET', PATH)

export const suggestOrderings = (
  wanted: ParallelizationRequest,
  signal: AbortSignal,
): Promise<ParallelizationResponse> => request('POST', PATH, wanted, signal)

/** Whether an ordering is useful, as the user says. */
export const sendFeedback = (feedback: {
  readonly tree_hash: string
  readonly strategy_id: string
  readonly useful: boolean
}): Promise<unknown> => request('POST', `${PATH}/feedback`, feedback)

export interface SuggestUse {
  readonly event: 'clicked' | 'shown' | 'selected' | 'applied' | 'cleared' | 'queued'
  /** shown: from the click until the orderings were on the screen. */
  readonly seconds?: number
}

export const tellUse = (use: SuggestUse): Promise<unknown> => request('POST', `${PATH}/use`, use)

export interface WantedQueue {
  readonly strategy_id: string
  readonly phases: readonly { readonly workspace_ids: readonly string[] }[]
}

/** What queueing an order changes, or would change. */
export interface QueuedOrder {
  readonly changes: readonly {
    readonly project: string
    readonly run: string
    readonly task: string
    readonly after: readonly string[]
    readonly priority: string
  }[]
  readonly skipped: readonly { readonly workspace_id: string; readonly reason: string }[]
  /** To take it back; null: there is nothing to take back. */
  readonly undo: string | null
}

/** confirm false: only tells what would change. */
export const queueOrder = (strategy: WantedQueue, confirm: boolean): Promise<QueuedOrder> =>
  request('POST', `${PATH}/queue`, { strategy, confirm })

export const undoQueue = (undo: string): Promise<unknown> =>
  request('POST', `${PATH}/queue/undo`, { undo })
