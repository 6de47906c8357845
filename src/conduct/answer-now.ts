/** Answers an ask while no loop has the run: before it begins, or when it is taken up again. */
import { answerAsk, type Ask } from '../core/ask.ts'
import type { Event } from '../core/event.ts'
import type { Run } from '../core/run.ts'
import type { Reply } from './conduct-run.ts'
import type { Clock, EventStore } from './ports.ts'
import { recorder } from './recorder.ts'

export interface AnswerPorts {
  readonly store: EventStore
  readonly clock: Clock
  readonly onEvents: (events: readonly Event[]) => void
}

/** Nothing may be working: nobody is there to stop it. */
export function answerNow(run: Run, ask: Ask, { store, clock, onEvents }: AnswerPorts): Reply {
  const answer = answerAsk(run, ask)
  if (!answer.accepted) return answer
  const { record, commit } = recorder(run, store, clock)
  record(answer.facts)
  onEvents(commit())
  return { accepted: true, affected: answer.affected }
}
