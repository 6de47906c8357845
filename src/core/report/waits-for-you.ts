/** Whether a run waits for a person, and how many needs there are: one answer for every surface. */
import type { Run } from '../run/run.ts'
import { isUpToPeople } from '../run/waits-for-people.ts'
import { waitingTasks } from '../schedule/why-waiting.ts'
import { isUrgent, type Attention } from './attention.ts'

/** Nothing continues before a person decides. waitingTasks looks at all tasks, so it runs only when no task works. */
export const waitsForYou = (run: Run, now: number): boolean =>
  run.ended === null && run.counts.working === 0 && isUpToPeople(run, waitingTasks(run, now))

/** The status of a run that waits for a person, whether or not it has a coordinator. */
export const WAITS_FOR_YOU = 'blocked by you'

/** The needs that hold something up until a person acts; advice is not counted. */
export const countNeeds = (items: readonly Attention[]): number => items.filter(isUrgent).length

/** "1 needs you", "3 need you". */
export const sayNeedCount = (count: number): string =>
  `${count} ${count === 1 ? 'needs' : 'need'} you`
