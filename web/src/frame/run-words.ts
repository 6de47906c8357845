/** How a run stands, in a word or two. */
import type { Run } from '../../../src/core/run/run.ts'
import { WAITS_FOR_YOU } from '../../../src/core/report/waits-for-you.ts'
import { sayLeftOut } from '../../../src/core/say/say-end.ts'
import { sayHindrance } from '../../../src/core/say/say-hindrance.ts'
import { sayStoppedRun } from '../../../src/core/say/say-state.ts'
import type { ShownRun } from '../data/live/shown-run.tsx'

export interface RunWords {
  readonly word: string
  readonly tone: 'good' | 'bad' | 'still' | 'plain'
}

/** waits: only a person can bring the run further. */
export function runWords(shown: ShownRun, waits: boolean): RunWords {
  const { run, mode, conducted, frozen } = shown
  if (mode === 'plan') return { word: 'Ready to start', tone: 'plain' }
  if (run.ended !== null) return endWords(run)
  // The coordinator has ended: if the run waits, only a person can bring it further.
  if (mode === 'live' && !conducted && waits) return WAITS
  if (isStarting(shown)) return { word: 'starting', tone: 'plain' }
  if (mode === 'live' && !conducted) return stoppedWords(run)
  if (frozen !== null) return { word: 'frozen', tone: 'bad' }
  if (run.cancelled) return { word: 'cancelling', tone: 'still' }
  if (run.stopping) return { word: 'stopping', tone: 'still' }
  if (run.hindered !== null) return { word: sayHindrance(run.hindered), tone: 'bad' }
  if (run.paused) return { word: 'paused', tone: 'still' }
  return waits ? WAITS : { word: 'running', tone: 'plain' }
}

/** Milliseconds until the server has surely seen the coordinator of a new run. */
const STARTED_LATELY = 5000

/** A new run whose coordinator the server has not seen yet. */
export const isStarting = ({ run, mode, conducted, now }: ShownRun): boolean =>
  mode === 'live' && !conducted && run.ended === null && now() - run.startedAt < STARTED_LATELY

const WAITS: RunWords = { word: WAITS_FOR_YOU, tone: 'still' }

const stoppedWords = (run: Run): RunWords => ({ word: sayStoppedRun(run), tone: 'still' })

function endWords({ ended, planned, counts, plan }: Run): RunWords {
  if (planned?.failed) return { word: 'could not be planned', tone: 'bad' }
  const leftOut = sayLeftOut(ended!.status, { ...counts, total: plan.tasks.length })
  if (leftOut !== null) return { word: leftOut, tone: 'plain' }
  switch (ended!.status) {
    case 'completed':
      return { word: 'everything landed', tone: 'good' }
    case 'failed':
      return { word: 'finished with failures', tone: 'bad' }
    case 'cancelled':
      return { word: 'cancelled', tone: 'still' }
  }
}
