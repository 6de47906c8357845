/** The requests for suggested orderings, and how they are used. */
import type { Ask } from '../../../../src/core/ask/ask.ts'
import type {
  ParallelizationRequest,
  ParallelizationResponse,
  ParallelizationStrategy,
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

/** What queueing an order changes, or would change. */
export interface QueuedOrder {
  /** run: the newest, if it is not over. draft: the changes of the task file, for the next run. */
  readonly into: 'run' | 'draft'
  readonly run: string | null
  readonly file: string | null
  readonly changes: readonly {
    readonly task: string
    readonly workspace_id: string
    readonly phase: number
    readonly priority: number
    readonly priority_before: number
    /** Tasks that it will also wait for. */
    readonly after: readonly string[]
  }[]
  readonly skipped: readonly { readonly workspace_id: string; readonly reason: string }[]
  /** The ask that takes it back; null: there is nothing to take back. */
  readonly undo: Ask | null
}

/** confirm false: only tells what would change. */
export const queueOrder = (
  { phases }: Pick<ParallelizationStrategy, 'phases'>,
  confirm: boolean,
): Promise<QueuedOrder> =>
  request('POST', `${PATH}/queue`, {
    strategy: { phases: phases.map(({ workspace_ids }) => ({ workspace_ids })) },
    confirm,
  })
