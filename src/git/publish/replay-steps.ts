/** Splits a piece of work into steps for a replay: commit by commit, or as one commit if the piece has merges. */
import type { PieceOfWork } from '../../conduct/forge-ports.ts'
import type { GitOptions } from '../call/git-command.ts'
import { standIn, type CommitText, type GitObject } from './git-objects.ts'
import { changesBetween, type PathChange, type ReadCommit, type ReadPiece } from './read-piece.ts'

export interface Step {
  /** Author, times and message of the new commit. */
  readonly text: Omit<CommitText, 'tree' | 'parents'>
  /** The commit that the work began from. */
  readonly base: string
  /** The commit with the finished work, whose only parent is the base. A GitObject is not written yet. */
  readonly theirs: string | GitObject
  readonly changes: readonly PathChange[]
}

export interface Steps {
  /** The commit that the first step began from. */
  readonly from: string
  readonly steps: readonly Step[]
}

export interface ReadMaterial {
  readonly read: ReadPiece
  readonly isBefore: (older: string, newer: string) => Promise<boolean>
  readonly git: GitOptions
}

/** Throws GitRefused. */
export async function stepsOf(
  piece: PieceOfWork,
  tip: string,
  { read, isBefore, git }: ReadMaterial,
): Promise<Steps> {
  const { commits } = read
  const from = isLine(commits) ? commits.at(-1)!.parents[0]! : null
  const isWhole =
    from === piece.base ||
    // The tip already has the first commits of the piece.
    (from !== null && (await isBefore(piece.base, from)) && (await isBefore(from, tip)))
  if (isWhole) return { from, steps: commits.toReversed().map(stepOf) }
  const changes = await changesBetween(piece.base, piece.commit, git)
  return { from: piece.base, steps: [oneStep(piece, commits, changes)] }
}

const isLine = (commits: readonly ReadCommit[]): boolean =>
  commits.every(
    ({ parents }, at) =>
      parents.length === 1 && (at === commits.length - 1 || parents[0] === commits[at + 1]!.id),
  )

const stepOf = (commit: ReadCommit): Step => ({
  text: commit,
  base: commit.parents[0]!,
  theirs: commit.id,
  changes: commit.changes,
})

function oneStep(
  piece: PieceOfWork,
  commits: readonly ReadCommit[],
  changes: readonly PathChange[],
): Step {
  const newest = newestOf(commits)
  const { author, committer, encoding } = newest
  const givenMessage = piece.message === undefined ? null : bytesOf(piece.message)
  const text = {
    author,
    committer,
    encoding: givenMessage === null ? encoding : null,
    message: givenMessage ?? `${newest.message.trimStart().split('\n', 1)[0]}\n`,
  }
  return { text, base: piece.base, theirs: standIn(commits[0]!.tree, piece.base), changes }
}

/** The newest commit of the branch itself, because merged commits may be the work of others. */
function newestOf(commits: readonly ReadCommit[]): ReadCommit {
  const byId = new Map(commits.map((commit) => [commit.id, commit]))
  let at: ReadCommit | undefined = commits[0]
  while (at !== undefined && at.parents.length > 1) at = byId.get(at.parents[0]!)
  return at ?? commits[0]!
}

const bytesOf = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')
