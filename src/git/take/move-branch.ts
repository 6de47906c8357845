/**
 * Moves a branch of the user, with its work tree if it is checked out: first the files and the index, as `git merge
 * --ff-only` does, then the branch by compare-and-swap. A move that was cut off can be settled later.
 */
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MoveOptions } from '../../conduct/take-ports.ts'
import { whyNotMoved, type TakeRefusal } from '../../core/take/take-choices.ts'
import type { BranchStep, HalfMoved } from '../../core/take/taking.ts'
import { isAncestor, tipOf } from '../call/commits.ts'
import { DURABLY } from '../call/durable.ts'
import { askGit, GitRefused } from '../call/git-command.ts'
import { contentGit, type Repository } from '../call/repository.ts'
import { changeRef, isLeft } from '../land/change-ref.ts'
import { gitFolderOf, placeOfBranch } from './checkout-sight.ts'
import { restoreFiles } from './restore-files.ts'

/** null: the branch is at `to`. Otherwise nothing has changed. */
export async function moveBranch(
  repository: Repository,
  step: BranchStep,
  options: MoveOptions,
): Promise<TakeRefusal | null> {
  const { branch, from, to } = step
  const place = await placeOfBranch(repository, branch, step)
  const blocked = whyNotMoved({ branch, place })
  if (blocked !== null) return blocked
  if ((await tipOf(branch, repository.root)) !== from) return { is: 'moved', branch }
  if (place.is === 'here') await moveFiles(repository, step).catch(undoFiles)
  const keep = [from, to].map((commit) => ({ ref: keptRef(options.name, commit), to: commit }))
  const change = { ref: `refs/heads/${branch}`, from, to, reason: options.reason, keep }
  const isMoved = await changeRef(change, { repository, onNote: () => {} }).catch(undoFiles)
  if (isMoved) return null
  await undoFiles()
  return { is: 'moved', branch }

  async function undoFiles(error?: unknown): Promise<false> {
    const isBack = place.is !== 'here' || (await arePutBack(repository, step))
    if (error !== undefined) throw error
    if (!isBack) throw new Error(`${branch} was moved at the same moment`)
    return false
  }
}

/** What cannot be put back is found again when the move is settled. */
async function arePutBack(repository: Repository, step: BranchStep): Promise<boolean> {
  try {
    return (await restoreFiles(repository, step)) === null
  } catch {
    return false
  }
}

const keptRef = (name: string, commit: string): string =>
  `refs/conductor/kept/taken/${name}/${commit.slice(0, 16)}`

/** Git looks at every file before it changes the first, and refuses if anything would be lost. */
async function moveFiles(repository: Repository, step: BranchStep): Promise<void> {
  const git = contentGit(repository, repository.root)
  await askGit(['update-index', '-q', '--refresh'], git)
  const words = ['read-tree', '-m', '-u', '--no-recurse-submodules', step.from, step.to]
  const end = await askGit([...DURABLY, ...words], { ...git, apart: true })
  if (end.code !== 0) throw new GitRefused(words, end)
}

/**
 * What became of a move that was cut off. moved: the branch has it. not-moved: files that were changed already are
 * as before. Otherwise the files that are neither as before nor as after, nor partly written: nothing was changed.
 */
export async function settleMove(
  repository: Repository,
  step: BranchStep,
): Promise<'moved' | 'not-moved' | HalfMoved> {
  const { branch, from, to } = step
  await untilUnlocked(repository.root)
  const tip = await tipOf(branch, repository.root)
  if (tip === to) return 'moved'
  if (tip !== from) return tip !== null && (await goesOn(tip)) ? 'moved' : 'not-moved'
  const place = await placeOfBranch(repository, branch, { from, to: null })
  if (place.is !== 'here') return 'not-moved'
  return (await restoreFiles(repository, step)) ?? 'not-moved'

  /** The user has gone on from what was taken. After an undo that cannot be told, because the old tip is in both. */
  async function goesOn(tip: string): Promise<boolean> {
    return !(await isAncestor(to, from, repository.root)) && isAncestor(to, tip, repository.root)
  }
}

/** Milliseconds. A git that outlived our process needs a moment; a lock that it left behind is removed. */
const PATIENCE = 15_000

async function untilUnlocked(root: string): Promise<void> {
  const lock = join(await gitFolderOf(root), 'index.lock')
  for (let waited = 0; waited < PATIENCE; waited += 100) {
    if (!existsSync(lock)) return
    if (isLeft(lock)) return rmSync(lock, { force: true })
    await sleep(100)
  }
}
