/** Every id of the product is minted here, and nowhere else. */

declare const brand: unique symbol
type Branded<Name extends string> = string & { readonly [brand]: Name }

export type TaskId = Branded<'TaskId'>
export type RunId = Branded<'RunId'>
export type AttemptId = Branded<'AttemptId'>
/** Names what shares a worktree. It is also the name of the branch, so it consists of letters, digits, "-" and "_". */
export type LaneName = Branded<'LaneName'>
/** The full name of a commit in git. */
export type CommitId = Branded<'CommitId'>

const TASK_ID = /^[A-Za-z0-9_-]{1,50}$/

/** `constructor` and `__proto__` are valid task ids, so lookups by task use a map or an object without prototype. */
export const isTaskId = (text: string): text is TaskId => TASK_ID.test(text)

/** For text already known to be a task id: from a checked file or from our own events. */
export const taskId = (text: string): TaskId => text as TaskId

/** Runs are numbered per repository, so that a person can say "run 7". */
export const runId = (number: number): RunId => String(number) as RunId

export const attemptId = (run: RunId, task: TaskId, number: number): AttemptId =>
  `${run}-${task}-${number}` as AttemptId

/** For text that a user gives as the name of an attempt; the run tells whether that attempt exists. */
export const saidAttemptId = (text: string): AttemptId => text as AttemptId

export const taskOfAttempt = (attempt: AttemptId): TaskId =>
  taskId(attempt.replace(/^\d+-/, '').replace(/-\d+$/, ''))

const LANE_NAME = /^[A-Za-z0-9_][A-Za-z0-9_-]{0,79}$/

/** Git reserves HEAD. */
export const isLaneName = (text: string): text is LaneName =>
  LANE_NAME.test(text) && text.toUpperCase() !== 'HEAD'

export const laneName = (text: string): LaneName => text as LaneName

/** For text that git itself has given as the name of a commit. */
export const commitId = (text: string): CommitId => text as CommitId

/** The branch that the work of a run lands on, unless `land.into` names another. */
export const usualTarget = (run: RunId): string => `conductor/run-${run}`
