/** How a run stands, in a word or two. */
import type { Run } from '../../../src/core/run.ts'
import type { ShownRun } from '../live/shown-run.tsx'

export interface RunWords {
  readonly word: string
  readonly tone: 'good' | 'bad' | 'still' | 'plain'
}

export function runWords({ run, mode, conducted }: ShownRun): RunWords {
  if (mode === 'plan') return { word: 'Ready to start', tone: 'plain' }
  if (run.ended !== null) return endWords(run)
  if (mode === 'live' && !conducted) return { word: 'stopped', tone: 'still' }
  if (run.cancelled || run.stopping) return { word: 'stopping', tone: 'still' }
  return run.paused ? { word: 'paused', tone: 'still' } : { word: 'running', tone: 'plain' }
}

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
