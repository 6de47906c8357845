/** The one place where failures and refusals become words: a sentence, and what to do about it. */
import { SAID_STATES } from './say-state.ts'
import type { Refusal } from '../ask/answer.ts'
import type { Failure } from '../run/failure.ts'
import { killSignalOf } from '../run/kill-exit-codes.ts'
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
      return `timed out after ${formatDuration(failure.seconds)}`
    case 'over-memory':
      return `used ${formatSize(failure.usedBytes)} of ${formatSize(failure.limitBytes)} memory`
    case 'cannot-start':
      return `could not start: ${failure.reason}`
    case 'setup': {
      const killer = killSignalOf(failure.code)
      return killer === null
        ? `setup of its worktree failed with exit code ${failure.code}, see ${failure.log}`
        : `setup of its worktree was killed (${killer}), twice, perhaps because memory ran out; see ${failure.log}`
    }
    case 'not-logged-in':
      return `${failure.agent} is not logged in: ${failure.reason}`
    case 'rate-limited':
      return `the model is rate limited: ${failure.reason}`
    case 'model':
      return `the model failed: ${failure.reason}`
    case 'gave-up':
      return `its agent did not finish: ${failure.reason}`
    case 'cannot-keep':
      return `its work could not be committed: ${failure.reason}`
    case 'folder-gone':
      return `its folder ${failure.path} was gone when it ended${sayInItsPlace(failure)}; ${sayLeft(failure)}`
    case 'all-ignored':
      return `git ignores all its files, by rules that it added itself (see its note): ${firstFew(failure.files)}; the files are in its worktree, ${ONCE_CLEANED}, and nothing has landed`
    case 'all-astray':
      return `all its work is ${failure.places.join(' and ')}, not on its own branch, and nothing has landed; ${sayAstrayWay(failure)}`
    case 'all-elsewhere':
      return `all its work is in a separate repository inside its worktree: ${firstFew(failure.folders)}; it stays there, ${ONCE_CLEANED}, and nothing has landed`
  }
}

/** People read the failure again later, when another task may have the folder. */
const ONCE_CLEANED = 'or in .conductor/kept/ once another task uses that folder'

const sayAstrayWay = ({ task }: Failure & { is: 'all-astray' }): string =>
  task === null
    ? 'it stays there: merge it yourself'
    : `\`${conductorLine('merge', task)}\` lands that`

const sayInItsPlace = ({ inItsPlace }: Failure & { is: 'folder-gone' }): string =>
  inItsPlace ? `, and ${inItsPlace} is in its place, which stays as it is` : ''

function sayLeft({ path, movedTo, branch }: Failure & { is: 'folder-gone' }): string {
  const committed =
    branch === null
      ? 'it had committed nothing'
      : `its commits are kept on branch ${branch} and can still be merged`
  if (movedTo === null) return `${committed}, and its uncommitted files are lost`
  return `${committed}, and its uncommitted files are in ${movedTo} (\`${sayMoveBack(movedTo, path)}\` brings that back; then retry the task)`
}

/** The command to type. */
export const sayMoveBack = (movedTo: string, path: string): string =>
  `mv ${shellWord(movedTo)} ${shellWord(path)}`

const EXIT_CODES: Readonly<Record<number, string>> = {
  75: ' (asked for a retry later)',
  126: ' (command is not executable, or its folder is gone)',
  127: ' (command not found)',
}

export function saySkip(because: SkipReason): string {
  return because.is === 'asked' ? 'a person asked for it' : `${because.task} did not land`
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
      return `"${refusal.task}" has no delivery that could land; it can be retried`
    case 'delivery-changed':
      return `"${refusal.task}" has another delivery by now`
    case 'needs-no-approval':
      return `"${refusal.task}" does not wait for approval (it has no needs_human); \`conductor explain ${refusal.task}\` says what it waits for`
    case 'nothing-asked':
      return `"${refusal.task}" is not waiting for permission`
    case 'attempt-is-over':
      return `attempt ${refusal.attempt} is over`
    case 'task-exists':
      return `there is a task "${refusal.task}" already`
    case 'already-tried':
      return `"${refusal.task}" has been tried already; only its priority can still be changed, with \`conductor prioritise ${refusal.task} <priority>\``
    case 'would-circle':
      return refusal.task === refusal.dependency
        ? `"${refusal.task}" cannot come after itself`
        : `"${refusal.task}" cannot come after "${refusal.dependency}", which itself comes after "${refusal.task}"`
    case 'together-and-apart':
      return refusal.task === refusal.other
        ? `"${refusal.task}" cannot be paired with itself`
        : `"${refusal.task}" and "${refusal.other}" cannot be together and apart; take one of the two back first`
    case 'bad-lane':
      return `"${refusal.lane}" is not a valid lane name: it becomes a branch, so use letters, digits, "-" and "_", at most 80`
    case 'branch-not-moved':
      return `there is nothing to accept for branch "${refusal.branch}"; ${sayMoved(refusal.moved)}`
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
    ? 'no branch is blocked by you'
    : `these branches wait for you: ${branches.join(', ')}`

/** For a run without a coordinator: no task is working then. */
export function sayRefusalWhileStopped(refusal: Refusal): string {
  if (refusal.is === 'wrong-state' && refusal.state === 'working')
    return `"${refusal.task}" was working when its coordinator ended; \`conductor resume\` runs it again`
  return refusal.is === 'being-cancelled'
    ? `run ${refusal.run} was being cancelled when its coordinator ended; \`conductor resume\` finishes that`
    : sayRefusal(refusal)
}

function sayRunIsOver({ of, lost }: Refusal & { is: 'run-is-over' }): string {
  if (of === undefined)
    return lost === undefined
      ? 'the run is over'
      : `the run is over; \`${conductorLine('retry', lost)}\` retries what did not land`
  if (of.state === 'landed')
    return `the run is over, and "${of.task}" has landed: there is nothing more to do`
  const back =
    of.first === undefined
      ? `\`${conductorLine('retry', of.task)}\` retries it`
      : `it ${sayFirst(of.first)}`
  return `the run is over, and "${of.task}" ${SAID_STATES[of.state]}; ${back}`
}

/** What has to be retried before a task can come back. */
const sayFirst = (first: TaskId): string =>
  `comes after "${first}", which has not landed; retry that one first: \`${conductorLine('retry', first)}\``

function sayNoAnswer({ pid, isStopped }: Refusal & { is: 'no-answer' }): string {
  const why = isStopped
    ? `${sayStoppedCoordinator(pid)}, so it did not answer; continue it with \`kill -CONT ${pid}\``
    : `the coordinator (process ${pid}) did not answer in time; try again in a moment`
  return `${why}, and it may then carry out your command; or end it with \`kill -KILL ${pid}\` and continue with \`conductor resume\``
}

export const sayStoppedCoordinator = (pid: number): string =>
  `the coordinator (process ${pid}) is stopped (SIGSTOP)`

export const sayBatches = (count: number): string =>
  count === 1 ? 'only batch 1' : `batches 1 to ${count}`

function sayPossible({ task, state, first, hasLeft }: Refusal & { is: 'wrong-state' }): string {
  if (first !== undefined) return `it ${sayFirst(first)}`
  if (state === 'review')
    return `\`${conductorLine('approve', task)}\` lands it; it can also be rejected or cancelled`
  if (state === 'landing')
    return `it can be cancelled; once it needs you, \`${conductorLine('reject', task, '"why"')}\` tells its agent what to change`
  return `${POSSIBLE[state]}${hasLeft === true ? ', or its work can be merged' : ''}`
}

const POSSIBLE: Readonly<Record<Exclude<TaskStatus, 'review' | 'landing'>, string>> = {
  waiting: 'it can be skipped, cancelled or given another priority',
  working: 'it can be guided, cancelled or preempted',
  stuck: 'it can be guided, given a budget or cancelled',
  landed: 'there is nothing more to do',
  failed: 'it can be retried',
  skipped: 'it can be retried',
  cancelled: 'it can be retried',
}
