/** The message of the merge commit that brings the result of a run into the user's branch. */
import { titleOf } from '../landing/landing-message.ts'
import { tasksWhere, type Run } from '../run/run.ts'
import { sayCount } from '../say/say-count.ts'

export function takeMessage(run: Run, branch: string): string {
  const landed = tasksWhere(run, ({ is }) => is === 'landed')
  const shown = landed.slice(0, MOST_TASKS)
  const more = landed.length - shown.length
  return [
    `Take run ${run.id} into ${branch}: ${sayCount(landed.length, 'task')}`,
    '',
    ...shown.map((task) => `- ${titleOf(task)}`),
    ...(more > 0 ? [`- and ${more} more`] : []),
    '',
    `Conductor-Run: ${run.id}`,
    '',
  ].join('\n')
}

const MOST_TASKS = 50
