/** The one place where failures and refusals become words: a sentence, and what to do about it. */
import { SAID_STATES } from './say-state.ts'
import type { Refusal } from '../ask/answer.ts'
import type { Failure } from '../run/failure.ts'
import { killerIn } from '../run/killed.ts'
import type { TaskId } from '../value/ids.ts'
import { formatDuration } from '../value/duration.ts'
import { formatSize } from '../value/size.ts'
import { conductorLine, shellWord } from '../text/command-line.ts'
import { firstFew } from './say-wait.ts'
import type { SkipReason, TaskStatus } from '../run/task-state.ts'

export function sayFailure(failure: Failure): string {
  switch (failure.is) {
    case 'exit':
      return `exit code ${failure.code}${EXIT_CODES[failure.code] ?? ''}`
    case 'signal':
      return failure.ofShell === true
        ? `the shell that it ran in was killed (${failure.signal})`
        : `killed by ${failure.signal}`
    case 'timeout':
      return `not done after ${formatDuration(failure.seconds)}`
    case 'over-memory':
      return `used ${formatSize(failure.usedBytes)} of ${formatSize(failure.limitBytes)} memory`
    case 'cannot-start':
      return `could not start: ${failure.reason}`
    case 'setup': {
      const killer = killerIn(failure.code)
      return killer === null
        ? `setup of its worktree failed with exit code ${failure.code}, see ${failure.log}`
        : `setup of its worktree was killed (${killer}), twice, perhaps for want of memory; see ${failure.log}`
    }
    case 'not-logged-in':
      return `${failure.agent} is not logged in: ${failure.reason}`
    case 'rate-limited':
      return `the model may not be used for now: ${failure.reason}`
    case 'model':
      return `the model could not be used: ${failure.reason}`
    case 'gave-up':
      return `its agent did not finish: ${failure.reason}`
    case 'cannot-keep':
      return `its work could not be committed: ${failure.reason}`
    case 'folder-gone':
      return `its folder ${failure.path} was gone when it ended${sayInItsPlace(failure)}; ${sayLeft(failure)}`
    case 'all-ignored':
      return `git ignores all that it made, by rules that were not there before it (see the note on it): ${firstFew(failure.files)}; the files are in its worktree, ${ONCE_CLEANED}, and nothing has landed`
    case 'all-astray':
      return `all that it made is ${failure.places.join(' and ')}, not on its own branch, and nothing has landed; ${sayAstrayWay(failure)}`
    case 'all-elsewhere':
      return `all that it made is in a repository of its own inside of its worktree: ${firstFew(failure.folders)}; it stays there, ${ONCE_CLEANED}, and nothing has landed`
  }
}

/** People read the failure again later, when another task may have the folder. */
const ONCE_CLEANED = 'or in .conductor/kept/ once another task has that folder'

const sayAstrayWay = ({ task }: Failure & { is: 'all-astray' }): string =>
  task === null
    ? 'it stays there: merge what you want of it yourself'
    : `\`${conductorLine('merge', task)}\` lands that`

const sayInItsPlace = ({ inItsPlace }: Failure & { is: 'folder-gone' }): string =>
  inItsPlace ? `, and ${inItsPlace} stood in its place, which stays as it is` : ''

function sayLeft({ path, movedTo, branch }: Failure & { is: 'folder-gone' }): string {
  const committed =
    branch === null
      ? 'it had committed nothing'
      : `what it had committed is kept on branch ${branch} and can still be merged`
  if (movedTo === null) return `${committed}, and what it had not committed is lost`
  return `${committed}, and the rest is in ${movedTo} (\`${sayMoveBack(movedTo, path)}\` brings that back; then retry the task)`
}

/** The command to type. */
export const sayMoveBack = (movedTo: string, path: string): string =>
  `mv ${shellWord(movedTo)} ${shellWord(path)}`

const EXIT_CODES: Readonly<Record<number, string>> = {
  75: ' (asked to be tried again later)',
  126: ' (command may not be run, or its folder is gone)',
  127: ' (command not found)',
}

export function saySkip(because: SkipReason): string {
  return because.is === 'asked' ? 'someone asked to skip it' : `${because.task} did not land`
}

export function sayRefusal(refusal: Refusal): string {
  switch (refusal.is) {
    case 'unknown-task':
      return `there is no task "${refusal.task}" in this run`
    case 'wrong-state':
      return `"${refusal.task}" ${SAID_STATES[refusal.state]}; ${sayPossible(refusal)}`
    case 'dependency-not-landed':
      return `"${refusal.task}" ${sayFirst(refusal.dependency)}`
    case 'run-is-over':
      return sayRunIsOver(refusal)
    case 'being-cancelled':
      return `run ${refusal.run} is being cancelled`
    case 'no-answer':
      return sayNoAnswer(refusal)
    case 'nothing-delivered':
      return `"${refusal.task}" has delivered nothing that could land; it can be tried again`
    case 'needs-no-approval':
      return `"${refusal.task}" does not wait for approval (it has no needs_human); \`conductor explain ${refusal.task}\` says what it waits for`
    case 'nothing-asked':
      return `"${refusal.task}" is not waiting for anyone's leave`
    case 'attempt-is-over':
      return `attempt ${refusal.attempt} is over`
    case 'task-exists':
      return `there is a task "${refusal.task}" already`
    case 'already-tried':
      return `"${refusal.task}" has been tried already; what it is can only be changed before, its priority with \`conductor prioritise ${refusal.task} <priority>\``
    case 'would-circle':
      return refusal.task === refusal.dependency
        ? `"${refusal.task}" cannot come after itself`
        : `"${refusal.task}" cannot come after "${refusal.dependency}", which itself comes after "${refusal.task}"`
    case 'bad-lane':
      return `"${refusal.lane}" is no name for a lane: it becomes a branch, so use letters, digits, "-" and "_", at most 80`
    case 'branch-not-moved':
      return `there is nothing to say about branch "${refusal.branch}"; ${sayMoved(refusal.moved)}`
    case 'no-worktrees':
      return 'this run works in your folder, so it has no worktrees to choose from'
    case 'agents-out-of-range':
      return `a run has 1 to ${refusal.most} agents at once`
    case 'unknown-batch':
      return `there is no batch ${refusal.batch + 1}; the run has ${sayBatches(refusal.batches)}`
  }
}

const sayMoved = (branches: readonly string[]): string =>
  branches.length === 0
    ? 'no branch waits for your word'
    : `what waits for your word is ${branches.join(', ')}`

/** For a run without a coordinator: no task is working then. */
export function sayRefusalWhileStopped(refusal: Refusal): string {
  if (refusal.is === 'wrong-state' && refusal.state === 'working')
    return `"${refusal.task}" was under way when its coordinator went away; go on with \`conductor resume\`, and it is tried again`
  return refusal.is === 'being-cancelled'
    ? `run ${refusal.run} was being cancelled when its coordinator went away; \`conductor resume\` brings that to its end`
    : sayRefusal(refusal)
}

function sayRunIsOver({ of, lost }: Refusal & { is: 'run-is-over' }): string {
  if (of === undefined)
    return lost === undefined
      ? 'the run is over'
      : `the run is over; \`${conductorLine('retry', lost)}\` brings back what did not land`
  if (of.state === 'landed')
    return `the run is over, and "${of.task}" has landed: nothing more is to be done`
  const back =
    of.first === undefined
      ? `\`${conductorLine('retry', of.task)}\` brings it back`
      : `it ${sayFirst(of.first)}`
  return `the run is over, and "${of.task}" ${SAID_STATES[of.state]}; ${back}`
}

/** What has to be retried before a task can come back. */
const sayFirst = (first: TaskId): string =>
  `comes after "${first}", which has not landed; retry that one first: \`${conductorLine('retry', first)}\``

function sayNoAnswer({ pid, isStopped }: Refusal & { is: 'no-answer' }): string {
  const why = isStopped
    ? `${sayStoppedCoordinator(pid)}, so it did not answer; let it go on with \`kill -CONT ${pid}\``
    : `the coordinator (process ${pid}) did not answer in time; try again in a moment`
  return `${why}, and it may then do what was asked; or end it with \`kill -KILL ${pid}\` and go on with \`conductor resume\``
}

export const sayStoppedCoordinator = (pid: number): string =>
  `the coordinator (process ${pid}) is stopped (SIGSTOP)`

export const sayBatches = (count: number): string =>
  count === 1 ? 'only batch 1' : `batches 1 to ${count}`

function sayPossible({ task, state, first, hasLeft }: Refusal & { is: 'wrong-state' }): string {
  if (first !== undefined) return `it ${sayFirst(first)}`
  if (state === 'review')
    return `\`${conductorLine('approve', task)}\` lands it; it can also be rejected or cancelled`
  return `${POSSIBLE[state]}${hasLeft === true ? ', or what it left can be merged' : ''}`
}

const POSSIBLE: Readonly<Record<Exclude<TaskStatus, 'review'>, string>> = {
  waiting: 'it can be skipped, cancelled or given another priority',
  working: 'it can be guided, cancelled or preempted',
  landing: 'it can be cancelled',
  stuck: 'it can be guided, given a budget or cancelled',
  landed: 'nothing more is to be done',
  failed: 'it can be retried',
  skipped: 'it can be retried',
  cancelled: 'it can be retried',
}
