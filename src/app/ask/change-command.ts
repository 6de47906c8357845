/** conductor change: what a task is, before it is tried for the first time. */
import { parseDuration } from '../../core/value/duration.ts'
import { laneName, taskId } from '../../core/value/ids.ts'
import type { TaskChange } from '../../core/plan/plan.ts'
import { askCommand, priorityOf } from './ask-commands.ts'
import { Complaint } from '../console/complain.ts'
import type { Console } from '../console/console.ts'

/** As somebody says it. An empty lane is the task's own. */
export interface SaidChange {
  readonly name?: string | undefined
  readonly priority?: string | undefined
  readonly after?: readonly string[] | undefined
  readonly files?: readonly string[] | undefined
  readonly estimate?: string | undefined
  readonly lane?: string | undefined
}

export async function changeCommand(
  task: string,
  said: SaidChange,
  console: Console,
): Promise<number> {
  const change = changeFrom(said)
  if (Object.keys(change).length === 0)
    throw new Complaint('nothing is to be changed', 'see `conductor change --help`')
  return askCommand({ ask: 'change', task: taskId(task), change }, console)
}

function changeFrom({ name, priority, after, files, estimate, lane }: SaidChange): TaskChange {
  return {
    ...(name === undefined ? {} : { name: nameOf(name) }),
    ...(priority === undefined ? {} : { priority: priorityOf(priority) }),
    ...(after === undefined ? {} : { dependencies: listOf(after).map(taskId) }),
    ...(files === undefined ? {} : { files: listOf(files) }),
    ...(estimate === undefined
      ? {}
      : { estimate: { seconds: secondsOf(estimate), from: 'file' as const } }),
    ...(lane === undefined ? {} : { lane: lane === '' ? null : laneName(lane) }),
  }
}

/** With commas or one by one. */
const listOf = (said: readonly string[]): readonly string[] =>
  said.flatMap((text) => text.split(',')).flatMap((text) => text.trim() || [])

const LONGEST_NAME = 100

function nameOf(text: string): string {
  const name = text.trim()
  if (name !== '' && name.length <= LONGEST_NAME) return name
  throw new Complaint(`"${text}" is no name`, `1 to ${LONGEST_NAME} characters`)
}

const THIRTY_DAYS = 30 * 86_400

function secondsOf(text: string): number {
  const seconds = parseDuration(text)
  if (seconds !== null && seconds >= 0 && seconds <= THIRTY_DAYS) return seconds
  throw new Complaint(`"${text}" is no estimate`, 'such as 45m, 1h30m or 90s, at most 30d')
}
