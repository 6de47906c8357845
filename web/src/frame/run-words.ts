/** How a run stands, in a word or two. */
import type { Run } from '../../../src/core/run/run.ts'
import { isUpToPeople } from '../../../src/core/run/up-to-people.ts'
import { waitingTasks } from '../../../src/core/schedule/why-waiting.ts'
import { sayHindrance } from '../../../src/core/say/say-hindrance.ts'
import type { ShownRun } from '../data/live/shown-run.tsx'

export interface RunWords {
  readonly word: string
  readonly tone: 'good' | 'bad' | 'still' | 'plain'
}

/** waits: nothing but a person can bring it further. */
export function runWords({ run, mode, conducted }: ShownRun, waits: boolean): RunWords {
  if (mode === 'plan') return { word: 'Ready to start', tone: 'plain' }
  if (run.ended !== null) return endWords(run)
  // Whoever conducted it has let go: there is nothing to do but what only a person can.
  if (mode === 'live' && !conducted) return waits ? WAITS : stoppedWords(run)
  if (run.cancelled) return { word: 'cancelling', tone: 'still' }
  if (run.stopping) return { word: 'stopping', tone: 'still' }
  if (run.hindered !== null) return { word: sayHindrance(run.hindered), tone: 'bad' }
  if (run.paused) return { word: 'paused', tone: 'still' }
  return waits ? WAITS : { word: 'running', tone: 'plain' }
}

const WAITS: RunWords = { word: 'waits for you', tone: 'still' }

const stoppedWords = ({ hindered }: Run): RunWords => ({
  word: hindered === null ? 'stopped' : `stopped, ${sayHindrance(hindered)}`,
  tone: 'still',
})

/** What everything waits for is looked at only when nothing works: it costs a look at all tasks. */
export const waitsForPeople = (run: Run, now: number): boolean =>
  run.counts.working === 0 && isUpToPeople(run, waitingTasks(run, now))

function endWords({ ended }: Run): RunWords {
  switch (ended!.status) {
    case 'completed':
      return { word: 'everything landed', tone: 'good' }
    case 'failed':
      return { word: 'over, not everything landed', tone: 'bad' }
    case 'cancelled':
      return { word: 'cancelled', tone: 'still' }
  }
}
