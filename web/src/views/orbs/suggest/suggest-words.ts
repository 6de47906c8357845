/** What the dialog says when there are no orderings: nothing to order, or why the request failed. */
import type { ParallelizationResponse } from '../../../../../src/core/ordering/suggestion.ts'
import { Refused } from '../../../data/api/client.ts'
import type { SuggestError } from './suggest-machine.ts'

export const wordsForNothing = (
  response: Pick<ParallelizationResponse, 'notice_text' | 'analysis_summary'> | null,
): string =>
  response?.notice_text || response?.analysis_summary || 'No parallelization suggestions available.'

const FAILED = 'Failed to get suggestions'

/** The sentence of the server; if it does not answer, the network may be the cause. */
export function reasonOf(error: unknown): SuggestError {
  if (!(error instanceof Refused)) return { message: FAILED, hint: null }
  if (error.status === 0)
    return { message: 'Check internet connection', hint: `${error.message}: ${error.hint}` }
  return { message: error.message || FAILED, hint: error.hint }
}
