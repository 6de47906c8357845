/** conductor change: changes a task before its first attempt. */
import { saidEstimate } from '../../core/durations/estimate.ts'
import { LONGEST_DURATION, parseDuration } from '../../core/value/duration.ts'
import { laneName, taskId } from '../../core/value/ids.ts'
import type { TaskChange } from '../../core/plan/plan.ts'
import { askCommand, priorityOf } from './ask-commands.ts'
import { Complaint } from '../console/complain.ts'
import type { Console } from '../console/console.ts'

/** The change as the user types it. An empty lane means the task's own. */
export interface SaidChange {
  readonly name?: string | undefined
  readonly priority?: string | undefined
  readonly after?: readonly string[] | undefined
  readonly files?: readonly string[] | undefined
  readonly estimate?: string | undefined
  readonly lane?: string | undefined
  readonly togetherWith?: readonly string[] | undefined
  readonly apartFrom?: readonly string[] | undefined
}

export async function changeCommand(
  task: string,
  options: SaidChange,
  console: Console,
): Promise<number> {
  const change = changeFrom(options)
  if (Object.keys(change).length === 0)
    throw new Complaint('there is nothing to change', 'see `conductor change --help`')
  return askCommand({ ask: 'change', task: taskId(task), change }, console)
}

function changeFrom({
  name,
  priority,
  after,
  files,
  estimate,
  lane,
  togetherWith,
  apartFrom,
}: SaidChange): TaskChange {
  return {
    ...(togetherWith === undefined ? {} : { togetherWith: listOf(togetherWith).map(taskId) }),
    ...(apartFrom === undefined ? {} : { apartFrom: listOf(apartFrom).map(taskId) }),
    ...(name === undefined ? {} : { name: nameOf(name) }),
    ...(priority === undefined ? {} : { priority: priorityOf(priority) }),
    ...(after === undefined ? {} : { dependencies: listOf(after).map(taskId) }),
    ...(files === undefined ? {} : { files: listOf(files) }),
    ...(estimate === undefined ? {} : { estimate: saidEstimate(secondsOf(estimate)) }),
    ...(lane === undefined ? {} : { lane: lane === '' ? null : laneName(lane) }),
  }
}

/** Values separated by commas, or one per option. */
const listOf = (values: readonly string[]): readonly string[] =>
  values.flatMap((text) => text.split(',')).flatMap((text) => text.trim() || [])

const LONGEST_NAME = 100

function nameOf(text: string): string {
  const name = text.trim()
  if (name !== '' && name.length <= LONGEST_NAME) return name
  throw new Complaint(`"${text}" is no name`, `1 to ${LONGEST_NAME} characters`)
}

function secondsOf(text: string): number {
  const seconds = parseDuration(text)
  if (seconds !== null && seconds >= 0 && seconds <= LONGEST_DURATION) return seconds
  throw new Complaint(`"${text}" is no estimate`, 'such as 45m, 1h30m or 90s, at most 30d')
}
