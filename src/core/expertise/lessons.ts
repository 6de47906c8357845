/** Lessons from the events of a task, in plain sentences. What people, models and programs wrote is quoted. */
import type { Guidance } from '../agent/guidance.ts'
import type { Trouble } from '../landing/delivery.ts'
import type { Task } from '../plan/plan.ts'
import type { Failure } from '../run/failure.ts'
import type { Attempt } from '../run/run.ts'
import type { TaskState } from '../run/task-state.ts'
import { sayFailure } from '../say/say-failure.ts'
import { firstFew } from '../say/say-wait.ts'
import { quote } from './quote.ts'

export interface Lesson {
  readonly type: 'success' | 'failure'
  readonly lesson: string
  readonly at: number
}

/** What happened to a task before it landed; null: that did not happen. */
export interface Heard {
  readonly trouble: (Trouble & { readonly is: 'conflict' | 'red-check' }) | null
  /** Why a person rejected it. */
  readonly sentBack: string | null
  /** A comment on its pull request, which the task had to answer. */
  readonly comment: string | null
  readonly attempts: readonly Attempt[]
  readonly guidance: Guidance | undefined
}

/** A task that landed at once teaches nothing that its files do not show. */
export function lessonsFromLanding(task: Task, at: number, heard: Heard): readonly Lesson[] {
  const name = quote(task.name)
  const { trouble, sentBack, comment } = heard
  const guidance = heard.guidance?.said[heard.guidance.delivered - 1]
  const lessons = [
    ...firstFailure(heard.attempts).map((why) => `${name} landed after a failed attempt: ${why}`),
    ...(trouble === null ? [] : [`${name} landed after ${sayMended(trouble)}`]),
    ...(sentBack === null
      ? []
      : [`${name} landed after a reviewer sent it back: ${quote(sentBack)}`]),
    ...(comment === null ? [] : [`${name} landed and answers a comment: ${quote(comment)}`]),
    ...(guidance === undefined ? [] : [`${name} landed with this guidance: ${quote(guidance)}`]),
  ]
  return lessons.map((lesson) => ({ type: 'success', lesson, at }))
}

/** null: the machine, the account or the model was to blame. */
export function lessonFromFailure(
  task: Task,
  { at, failure, lastLines }: TaskState & { is: 'failed' },
): Lesson | null {
  const why = sayWhy(failure, lastLines)
  return why === null ? null : { type: 'failure', lesson: `${quote(task.name)} failed: ${why}`, at }
}

const firstFailure = (attempts: readonly Attempt[]): readonly string[] =>
  attempts
    .flatMap(({ ended }) => (ended?.outcome.is === 'failed' ? [ended.outcome] : []))
    .flatMap(({ failure, lastLines }) => sayWhy(failure, lastLines) ?? [])
    .slice(0, 1)

function sayMended(trouble: NonNullable<Heard['trouble']>): string {
  if (trouble.is === 'conflict')
    return `a merge conflict in ${quote(firstFew(trouble.files.map(({ path }) => path)))}`
  return `the check ${quote(trouble.check)} failed on its merge${sayLast(trouble.lastLines)}`
}

function sayWhy(failure: Failure, lastLines: readonly string[]): string | null {
  const what = sayOwnFailure(failure)
  return what === null ? null : `${what}${sayLast(lastLines)}`
}

const sayLast = (lines: readonly string[]): string =>
  lines.length === 0 ? '' : `; its last line: ${quote(lines.at(-1)!)}`

/** Without the paths of this machine, because others read it. null: the work is not to blame. */
function sayOwnFailure(failure: Failure): string | null {
  switch (failure.is) {
    case 'exit':
    case 'signal':
    case 'timeout':
    case 'over-memory':
      return sayFailure(failure)
    case 'gave-up':
      return `its agent did not finish: ${quote(failure.reason)}`
    case 'setup':
      return `the setup of its worktree ended with exit code ${failure.code}`
    case 'all-ignored':
      return 'git ignored everything that it made'
    case 'all-elsewhere':
      return 'all its work was in a separate repository'
    case 'all-astray':
      return 'all its work was on another branch'
    case 'cannot-start':
    case 'not-logged-in':
    case 'rate-limited':
    case 'model':
    case 'cannot-keep':
    case 'folder-gone':
      return null
  }
}
