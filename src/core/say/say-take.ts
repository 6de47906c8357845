/** Taking the result of a run, in words: what was taken, what would happen, and why not. */
import { sayCount } from './say-count.ts'
import { firstFew } from './say-wait.ts'
import { shellWord, typedWord } from '../text/command-line.ts'
import { formatDuration } from '../value/duration.ts'
import type { CommitId } from '../value/ids.ts'
import type { Run } from '../run/run.ts'
import { howOf, isOnlySeen } from '../take/how-taken.ts'
import type { MergeDecision, TakeRefusal } from '../take/take-choices.ts'
import { lastTaken, type HalfMoved, type Taken, type Taking } from '../take/taking.ts'

/** `taken into main at abc123def, 5m ago`; null: nothing has landed, or the run works in place. */
export function sayResult(run: Run, now: number): string | null {
  const { target } = run
  if (target === null || target.tip === target.base) return null
  const taken = lastTaken(run)
  return taken === null ? 'not taken yet' : sayTaken(taken, now, target.tip)
}

/** tip: of the target now; more may have landed since. */
function sayTaken({ taking, at, result }: Taken, now: number, tip: CommitId): string {
  const since = formatDuration(Math.max(0, now - at) / 1000)
  const more = result === tip ? '' : '; the target has moved since'
  return `${sayTaking(taking)}, ${isOnlySeen(howOf(taking).how) ? 'seen ' : ''}${since} ago${more}`
}

export function sayTaking(taking: Taking): string {
  switch (taking.is) {
    case 'merge':
      return `taken into ${taking.branch} at ${short(taking.to)}`
    case 'by-hand':
      return `merged into ${taking.branch} by hand`
    case 'with-run':
      return `taken into ${taking.branch} with run ${taking.run}`
    case 'pull-requests':
      return `merged into ${taking.branch} by pull requests on ${taking.remote}`
    case 'branch':
      return `taken as branch ${taking.branch} at ${short(taking.to)}`
    case 'patches':
      return `exported as ${sayCount(taking.count, 'patch', 'patches')} to ${taking.folder}`
    case 'push':
      return `pushed to ${taking.remote} as ${taking.branch}`
  }
}

/** What a merge would do, before it is done. */
export function sayMergeAhead({ how, branch, from }: MergeDecision & { ok: true }): string {
  switch (how) {
    case 'already':
      return `${branch} has the result already`
    case 'fast-forward':
      return `${branch} moves forward from ${short(from)} to the result; no merge commit is needed`
    case 'merge-commit':
      return `the result is merged into ${branch} with a merge commit on top of ${short(from)}`
  }
}

export interface SaidRefusal {
  readonly why: string
  /** The next step. */
  readonly remedy: string
}

/** run: its commands are completed for older runs by linesAbout. */
export function sayTakeRefusal(run: Run, refusal: TakeRefusal): SaidRefusal {
  const target = shellWord(run.target?.branch ?? '')
  switch (refusal.is) {
    case 'working':
      return {
        why: `run ${run.id} is still working`,
        remedy: 'wait until it is over, or stop it with `conductor cancel`',
      }
    case 'other-run':
      return {
        why: `run ${refusal.run} is being conducted here, and its agents began from your branches`,
        remedy: 'take the result when it is over; `conductor watch` shows it',
      }
    case 'in-place':
      return {
        why: `run ${run.id} worked in your own folder, so its result is there already`,
        remedy: 'look at it with `git diff`, and commit it',
      }
    case 'nothing-landed':
      return {
        why: `nothing has landed in run ${run.id}`,
        remedy: 'see `conductor attention` and `conductor report`',
      }
    case 'target-gone':
      return sayTargetGone(run, refusal)
    case 'detached':
      return {
        why: `run ${run.id} began from a commit and not from a branch`,
        remedy: 'make a branch of the result: conductor take --branch <name>',
      }
    case 'branch-gone':
      return {
        why: `there is no branch ${refusal.branch} any more`,
        remedy: `make it again: git branch ${shellWord(refusal.branch)} <commit>; or make another: conductor take --branch <name>`,
      }
    case 'elsewhere':
      return {
        why: `${refusal.branch} is checked out in ${refusal.folder}`,
        remedy: `switch to another branch there (\`git switch --detach\` will do), or merge there: git merge ${target}`,
      }
    case 'busy':
      return {
        why: `${refusal.what} is under way on ${refusal.branch}`,
        remedy: 'finish or abort it first, then take again',
      }
    case 'dirty':
      return {
        why: `${refusal.branch} is checked out with changes that are not committed: ${firstFew(refusal.files)}`,
        remedy: 'commit them or put them away (`git stash`), then take again',
      }
    case 'unwatched':
      return {
        why: `${refusal.branch} is checked out with changes that git was told not to see (skip-worktree or assume-unchanged): ${firstFew(refusal.files)}`,
        remedy: `keep a copy of them, and let git see them: git update-index --no-skip-worktree -- ${words(refusal.files)}; git update-index --no-assume-unchanged -- ${words(refusal.files)}; or make a branch: conductor take --branch <name>`,
      }
    case 'in-the-way':
      return {
        why: `files that git does not track would be overwritten: ${firstFew(refusal.files)}`,
        remedy: 'move or delete them, then take again',
      }
    case 'diverged':
      return {
        why: `${refusal.branch} has moved since run ${run.id} began, so it cannot be fast-forwarded`,
        remedy: 'merge with a merge commit: conductor take --merge',
      }
    case 'conflict':
      return {
        why: `${refusal.branch} has moved, and conflicts with the result in ${firstFew(refusal.files)}`,
        remedy: `resolve it in your checkout: git merge ${target}; or make a branch: conductor take --branch <name>`,
      }
    case 'moved':
      return {
        why: `${refusal.branch} was moved at the same moment; nothing was changed`,
        remedy: 'look again: conductor take',
      }
    case 'check-failed':
      return {
        why: [
          `the check fails on the result merged into ${refusal.branch}: ${refusal.check}`,
          ...refusal.lastLines.slice(-5).map((line) => `    ${line}`),
        ].join('\n'),
        remedy: `all it printed is in ${refusal.log}; nothing was changed. To merge it anyway: git merge ${target}`,
      }
    case 'check-stopped':
      return { why: 'the check was stopped', remedy: 'nothing was changed' }
    case 'half-done':
      return sayHalfDone(refusal)
    case 'not-put-back':
      return {
        why: refusal.because.join('; and the files that were changed could not be put back: '),
        remedy: 'remove the cause, such as a full disk, and take again: that puts them back first',
      }
    case 'bad-name':
      return {
        why: `"${refusal.branch}" cannot be the name of a branch`,
        remedy: 'choose another: conductor take --branch <name>',
      }
    case 'name-taken':
      return {
        why: `there is a branch ${refusal.branch} already`,
        remedy: 'choose another: conductor take --branch <name>',
      }
    case 'folder-taken':
      return {
        why: `${refusal.folder} is not empty`,
        remedy: 'choose another folder: conductor take --patches <folder>',
      }
    case 'bad-folder':
      return {
        why: `${refusal.folder} cannot be the folder of the patches: ${refusal.because}`,
        remedy: 'choose another folder: conductor take --patches <folder>',
      }
    case 'no-remote':
      return sayNoRemote(refusal)
    case 'push-stopped':
      return {
        why: 'the push was stopped',
        remedy: `nothing was changed here; see whether ${refusal.remote} has it: git ls-remote ${shellWord(refusal.remote)} ${shellWord(refusal.branch)}`,
      }
    case 'push-refused':
      return {
        why: `${refusal.remote} did not take it: ${refusal.says}`,
        remedy: `nothing was changed here; try it by hand: git push ${shellWord(refusal.remote)} ${target}`,
      }
    case 'not-taken':
      return { why: `run ${run.id} has not been taken`, remedy: 'take it: conductor take' }
    case 'cannot-undo':
      return sayCannotUndo(refusal.taking)
    case 'gone-on': {
      const { to, from, how } = refusal.taking
      const what = how === 'merge-commit' ? `-m 1 ${short(to)}` : `${short(from)}..${short(to)}`
      return {
        why: `${refusal.branch} has gone on since, so going back would lose commits`,
        remedy: `undo it with a new commit: git revert ${what}`,
      }
    }
    case 'published':
      return {
        why: `${refusal.branch} was pushed to ${refusal.remote} since`,
        remedy: 'undo it with a new commit: git revert',
      }
  }
}

const words = (files: readonly string[]): string => files.map(typedWord).join(' ')

function sayHalfDone({ changed, added }: HalfMoved): SaidRefusal {
  const commands = [
    ...(changed.length > 0
      ? [`git restore --source=HEAD --staged --worktree -- ${words(changed)}`]
      : []),
    ...(added.length > 0 ? [`rm -- ${words(added)}`] : []),
  ]
  return {
    why: `a take was cut off, and these files are neither as before nor as after it: ${firstFew([...changed, ...added])}`,
    remedy: `keep what is yours in them elsewhere, and put them back as they were before: ${commands.join('; ')}; then take again`,
  }
}

/** After a take or an undo: Conductor does not touch the folders of submodules. */
export const sayStaleSubmodules = (paths: readonly string[]): readonly string[] =>
  paths.length === 0 ? [] : [`Bring the submodules along: git submodule update -- ${words(paths)}`]

/** Once the result is where the user wants it, the branch is not needed any more. */
function sayTargetGone(
  run: Run,
  { branch, tip }: TakeRefusal & { is: 'target-gone' },
): SaidRefusal {
  const again = `git branch ${shellWord(branch)} ${tip}`
  const taken = lastTaken(run)
  return taken?.result === tip
    ? {
        why: `run ${run.id} was ${sayTaking(taken.taking)} already, and its branch ${branch} is gone`,
        remedy: `nothing has to be done; to have the branch again: ${again}`,
      }
    : { why: `the branch ${branch} with the result is gone`, remedy: `make it again: ${again}` }
}

function sayNoRemote({ wanted, remotes }: TakeRefusal & { is: 'no-remote' }): SaidRefusal {
  if (remotes.length === 0)
    return {
      why: 'this repository has no remote',
      remedy: 'add one: git remote add origin <url>',
    }
  const why = wanted === null ? 'there are several remotes' : `there is no remote "${wanted}"`
  return { why, remedy: `name one: conductor take --push ${firstFew(remotes)}` }
}

function sayCannotUndo(taking: Taking): SaidRefusal {
  switch (taking.is) {
    case 'patches':
      return { why: 'patches are only files', remedy: `delete them: ${taking.folder}` }
    case 'push':
      return {
        why: 'a push cannot be taken back: others may have it',
        remedy: `delete the branch there: git push ${shellWord(taking.remote)} --delete ${shellWord(taking.branch)}`,
      }
    case 'with-run':
      return {
        why: `the result came into ${taking.branch} when run ${taking.run} was taken`,
        remedy: `undo that: conductor take --run ${taking.run} --undo`,
      }
    case 'pull-requests':
      return {
        why: `pull requests on ${taking.remote} were merged, and others may have them`,
        remedy: 'undo it with a new commit: git revert',
      }
    default:
      return {
        why: 'the result was merged by hand, and not by Conductor',
        remedy: 'undo it with git: `git reflog` shows where the branch was',
      }
  }
}

export const short = (commit: string): string => commit.slice(0, 9)
