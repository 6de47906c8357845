/** Whether a run waits for a person, and how much does: one answer for every surface. */
import type { Run } from '../run/run.ts'
import { isUpToPeople } from '../run/up-to-people.ts'
import { waitingTasks } from '../schedule/why-waiting.ts'
import { isUrgent, type Attention } from './attention.ts'

/** Nothing goes on before somebody has decided something. What tasks wait for is looked at only when nothing works: it costs a look at all of them. */
export const waitsForYou = (run: Run, now: number): boolean =>
  run.ended === null && run.counts.working === 0 && isUpToPeople(run, waitingTasks(run, now))

/** How a run stands that waits for a person, whether or not anybody conducts it. */
export const WAITS_FOR_YOU = 'waits for you'

/** What stands still until a person acts; the rest of what is worth a look is not counted with it. */
export const countNeeds = (items: readonly Attention[]): number => items.filter(isUrgent).length

/** "1 needs you", "3 need you". */
export const sayNeedCount = (count: number): string =>
  `${count} ${count === 1 ? 'needs' : 'need'} you`
