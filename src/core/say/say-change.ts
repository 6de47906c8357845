/** A change to a task, in words. */
import { formatDuration } from '../value/duration.ts'
import type { TaskChange } from '../plan/plan.ts'
import { firstFew } from './say-wait.ts'

export function sayChange(change: TaskChange): string {
  const { name, priority, dependencies, files, estimate, lane, togetherWith, apartFrom } = change
  return [
    ...(name === undefined ? [] : [`name "${name}"`]),
    ...(priority === undefined ? [] : [`priority ${priority}`]),
    ...(dependencies === undefined ? [] : [listed('after', dependencies)]),
    ...(files === undefined ? [] : [listed('files', files)]),
    ...(estimate === undefined ? [] : [`estimate ${formatDuration(estimate.seconds)}`]),
    ...(togetherWith === undefined ? [] : [listed('together with', togetherWith)]),
    ...(apartFrom === undefined ? [] : [listed('apart from', apartFrom)]),
    ...(lane === undefined ? [] : [lane === null ? 'its own lane' : `lane ${lane}`]),
  ].join(', ')
}

const listed = (word: string, names: readonly string[]): string =>
  names.length === 0 ? `${word} nothing` : `${word} ${firstFew(names)}`
