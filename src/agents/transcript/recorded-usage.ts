/** Records what an agent uses in its transcript: after each answer of the model, and at the end of each turn. */
import { NO_USAGE, tokensOf, type Usage } from '../../core/agent/usage.ts'
import { usedSince } from '../../core/transcript/used.ts'
import type { TranscriptWriter } from './transcript.ts'

export interface RecordedUsage {
  /** usage: of the whole attempt so far. Nothing is recorded when it has not grown. */
  soFar(usage: Usage): void
  turn(usage: Usage, seconds: number): void
}

export function recordedUsage(transcript: TranscriptWriter): RecordedUsage {
  let last = NO_USAGE
  let turnBegan = NO_USAGE
  return {
    soFar(usage) {
      if (tokensOf(usage) <= tokensOf(last)) return
      transcript.record({ used: usedSince(last, usage) })
      last = usage
    },
    turn(usage, seconds) {
      if (tokensOf(usage) > tokensOf(turnBegan))
        transcript.record({ used: usedSince(turnBegan, usage), turn: seconds })
      last = usage
      turnBegan = usage
    },
  }
}
