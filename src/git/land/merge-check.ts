/**
 * Tries whether a task would land now: merged in memory and checked in a room, as landing does, but no
 * branch moves.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { CheckEnd, Checks } from '../../conduct/worktree-ports.ts'
import type { CommitId, TaskId } from '../../core/value/ids.ts'
import { titleOf } from '../../core/landing/landing-message.ts'
import { laneOf } from '../../core/plan/lanes.ts'
import {
  checkOf,
  deliveryOf,
  stateOf,
  taskOf,
  type LaneWorktree,
  type Run,
} from '../../core/run/run.ts'
import { CannotCheck } from './check-rooms.ts'
import { tipOf } from '../call/commits.ts'
import { changedFiles } from '../diff/changed-files.ts'
import { isRefusal } from '../call/git-command.ts'
import { commitAsItStands } from './worktree-snapshot.ts'
import { mergeInMemory } from './merge-or-conflict.ts'
import { notDone, notDoneBy, type NotDone } from '../call/not-done.ts'
import type { Repository } from '../call/repository.ts'
import { undecidedIn } from '../keep/unresolved.ts'
import { worktreeGit } from '../worktree/worktree-git.ts'

export interface MergeCheckPlace {
  readonly repository: Repository
  /** A folder of ours for files that are needed only while a worktree is inspected. */
  readonly scratch: string
  /** The checks, with rooms of their own: see openChecks. */
  readonly checks: Checks
}

export interface MergeCheck {
  readonly ok: true
  /** What was tried. worktree: everything in its folder now, committed or not. */
  readonly of: 'delivery' | 'worktree'
  /** The commit that the target was at. */
  readonly onto: CommitId
  readonly mergesCleanly: boolean
  /** Files that git cannot merge, or that still have the marks of a conflict. */
  readonly conflicts: readonly string[]
  /** none: no check is configured, or the work cannot be merged. */
  readonly check: 'passed' | 'failed' | 'none'
  /** The command line of the check. */
  readonly command: string | null
  /** The file with everything that the check printed. */
  readonly log: string | null
  readonly lastLines: readonly string[]
  readonly seconds: number
}

/** The signal ends the check and everything it started. */
export async function checkMerge(
  place: MergeCheckPlace,
  run: Run,
  task: TaskId,
  signal: AbortSignal,
): Promise<MergeCheck | NotDone> {
  if (run.target === null) return notDone(`run ${run.id} has no target`, NO_TARGET)
  const { branch } = run.target
  const onto = await tipOf(branch, place.repository.root)
  if (onto === null) return notDone(`the branch ${branch} is gone`, 'a resumed run makes it again')
  try {
    const trial = await trialOf(place, run, task)
    if (trial === null) return notDone(`"${task}" has not changed anything`, 'it has to work first')
    return await tryOut(place, { ...trial, onto, run, task, signal })
  } catch (error) {
    if (!isRefusal(error) && !(error instanceof CannotCheck)) throw error
    return notDoneBy(error, `"${task}" cannot be tried: ${error.message}`, 'nothing was changed')
  }
}

const NO_TARGET = 'it works in place, or has not begun: nothing is landed there'

interface Trial {
  readonly of: 'delivery' | 'worktree'
  readonly commit: CommitId
  /** Files in the worktree with a merge conflict that nobody has resolved yet. */
  readonly undecided: readonly string[]
}

/**
 * The commit that would land if the task were landed now; what stands in the worktree is committed first,
 * on no branch.
 */
async function trialOf(place: MergeCheckPlace, run: Run, task: TaskId): Promise<Trial | null> {
  const worktree = ownWorktree(run, task)
  const trial = worktree === null ? null : await asItStands(place, worktree)
  if (trial !== null) return trial
  const delivery = deliveryOf(run, task)
  return delivery === null ? null : { of: 'delivery', commit: delivery.commit, undecided: [] }
}

function ownWorktree(run: Run, task: TaskId): LaneWorktree | null {
  const worktree = run.worktrees.get(laneOf(taskOf(run, task)))
  const isOnItsWay = ['landing', 'landed'].includes(stateOf(run, task).is)
  const isOwn = worktree?.task === task && existsSync(worktree.path)
  return isOwn && !isOnItsWay ? worktree : null
}

/** null: nothing was changed there; what the task delivered may be on another branch. */
async function asItStands(
  { repository, scratch }: MergeCheckPlace,
  worktree: LaneWorktree,
): Promise<Trial | null> {
  mkdirSync(scratch, { recursive: true, mode: 0o700 })
  const own = mkdtempSync(join(scratch, 'merge-'))
  try {
    const git = worktreeGit(repository, worktree.path)
    const undecided = await undecidedIn(git)
    const commit = await commitAsItStands(git, worktree, own)
    const changed = await changedFiles(worktree.base, commit, git)
    return changed.length + undecided.length === 0 ? null : { of: 'worktree', commit, undecided }
  } finally {
    rmSync(own, { recursive: true, force: true })
  }
}

interface Trying extends Trial {
  readonly onto: CommitId
  readonly run: Run
  readonly task: TaskId
  readonly signal: AbortSignal
}

async function tryOut(
  { repository, checks }: MergeCheckPlace,
  { of, commit, undecided, onto, run, task, signal }: Trying,
): Promise<MergeCheck | NotDone> {
  const about = { ok: true, of, onto } as const
  if (undecided.length > 0) return { ...about, ...cannotMerge(undecided) }
  const message = `Try ${titleOf(taskOf(run, task))}\n`
  const merge = await mergeInMemory(repository, { onto, commit, message })
  if (merge.is === 'conflict')
    return { ...about, ...cannotMerge(merge.conflicts.map(({ path }) => path)) }
  const command = checkOf(run, taskOf(run, task))
  const merged = { ...about, mergesCleanly: true, conflicts: [], command }
  if (command === null) return { ...merged, ...UNCHECKED }
  const end = await checks.run(merge.commit, command, signal)
  return signal.aborted
    ? notDone('the check was stopped', 'nothing was changed')
    : { ...merged, ...verdict(end) }
}

const UNCHECKED = { check: 'none', log: null, lastLines: [], seconds: 0 } as const

const cannotMerge = (conflicts: readonly string[]) =>
  ({ mergesCleanly: false, conflicts, command: null, ...UNCHECKED }) as const

const verdict = ({ passed, log, lastLines, seconds }: CheckEnd) =>
  ({ check: passed ? 'passed' : 'failed', log, lastLines, seconds }) as const
