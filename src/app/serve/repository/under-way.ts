/** Work for browsers that may take its time: closing aborts it, and waits until it has cleaned up. */
import { answerComplaints } from './answer-complaints.ts'

export interface UnderWay extends AsyncDisposable {
  readonly signal: AbortSignal
  /** A complaint becomes a refusal of the API. */
  mind<Result>(work: () => Promise<Result>): Promise<Result>
}

export function openUnderWay(): UnderWay {
  const closing = new AbortController()
  const underWay = new Set<Promise<unknown>>()
  return {
    signal: closing.signal,
    mind(work) {
      const tracked = answerComplaints(work).finally(() => underWay.delete(tracked))
      underWay.add(tracked)
      return tracked
    },
    async [Symbol.asyncDispose]() {
      closing.abort()
      await Promise.allSettled(underWay)
    },
  }
}
