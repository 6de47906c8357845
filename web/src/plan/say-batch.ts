/** What a batch is, in words: how much is in it, and whether it can go on at once. */
import { formatDuration } from '../../../src/core/duration.ts'
import type { Plan } from '../../../src/core/plan.ts'
import { sayCount } from '../../../src/core/say-count.ts'
import { firstFew } from '../../../src/core/say-wait.ts'
import type { Clash } from './clashes.ts'

/** Those of its tasks that cannot work at once take turns. */
export function sayParallel(
  plan: Plan,
  tasks: readonly number[],
  clashes: readonly Clash[],
  agents: number,
): string {
  if (tasks.length === 1) return 'one task'
  if (agents === 1) return 'one after another, with one agent'
  const turns = new Set(inSameBatch(tasks, clashes).flatMap((clash) => clash.tasks))
  if (turns.size === 0) return 'can run in parallel'
  const ids = [...turns].map((task) => plan.tasks[task]!.id)
  return turns.size === tasks.length
    ? `take turns: ${sayFiles(tasks, clashes)}`
    : `in parallel, but ${firstFew(ids)} take turns`
}

const inSameBatch = (tasks: readonly number[], clashes: readonly Clash[]): readonly Clash[] => {
  const own = new Set(tasks)
  return clashes.filter(
    (clash) => clash.over === 'file' && clash.tasks.every((task) => own.has(task)),
  )
}

const sayFiles = (tasks: readonly number[], clashes: readonly Clash[]): string =>
  firstFew([...new Set(inSameBatch(tasks, clashes).flatMap((clash) => clash.files))])

export const sayBatchSize = (plan: Plan, tasks: readonly number[]): string => {
  const seconds = tasks.reduce((sum, task) => sum + plan.tasks[task]!.estimate.seconds, 0)
  return `${sayCount(tasks.length, 'task')}, ${formatDuration(seconds)} of work`
}
