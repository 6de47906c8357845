/** What the agent of a task waits for a person to decide: it is answered in the conversation, where it was asked. */
import type { TaskId } from '../../../../../src/core/value/ids.ts'
import type { Attention } from '../../../../../src/core/report/attention.ts'
import { useNow, useShownRun } from '../../../data/live/shown-run.tsx'
import { needsFinder } from '../../attention/needs.ts'

export type OpenNeed = Extract<Attention, { kind: 'question' | 'permission' | 'budget' }>

export function useOpenNeeds(task: TaskId, isNewest: boolean): readonly OpenNeed[] {
  const shown = useShownRun()
  const now = useNow()
  if (!isNewest || shown.mode !== 'live') return []
  return needsFinder(shown)(shown.run, now).filter(
    (need): need is OpenNeed => need.task === task && ASKED.has(need.kind),
  )
}

const ASKED: ReadonlySet<Attention['kind']> = new Set(['question', 'permission', 'budget'])
