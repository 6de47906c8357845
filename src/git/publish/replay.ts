/** Puts pieces of work on top of a commit, in memory. The same request makes the same commits. It writes objects only, no refs. */
import type { PieceOfWork, Replayed } from '../../conduct/forge-ports.ts'
import type { Conflict, DeliveredFile } from '../../core/landing/delivery.ts'
import { commitId, type CommitId } from '../../core/value/ids.ts'
import { isAncestor } from '../call/commits.ts'
import type { GitOptions } from '../call/git-command.ts'
import { mayConflict } from '../land/may-conflict.ts'
import { openTrees } from './edit-trees.ts'
import { commitObject, writeObjects, type GitObject } from './git-objects.ts'
import { mergeOnBase, type MergePlace } from './merge-on-base.ts'
import { readPiece, type PathChange } from './read-piece.ts'
import { stepsOf, type Step } from './replay-steps.ts'

/** Throws GitRefused. */
export async function replay(
  place: MergePlace,
  pieces: readonly PieceOfWork[],
  onto: CommitId,
): Promise<Replayed> {
  let tip = onto
  for (const [number, piece] of pieces.entries()) {
    const put = await putOnTop(place, piece, tip)
    if ('conflicts' in put) return { is: 'conflict', piece: number, conflicts: put.conflicts }
    tip = put.commit
  }
  return { is: 'made', commit: tip }
}

type Put = { readonly commit: CommitId } | { readonly conflicts: readonly Conflict[] }

async function putOnTop(place: MergePlace, piece: PieceOfWork, tip: CommitId): Promise<Put> {
  const read = await readPiece(piece, tip, place.git)
  if (read.commits.length === 0) return { commit: tip }
  const isBefore = (older: string, newer: string) =>
    isAncestor(older, newer, place.repository.common)
  const { from, steps } = await stepsOf(piece, tip, { read, isBefore, git: place.git })
  // Work that is already there stays as it is, with its signatures.
  if (from === tip) return { commit: piece.commit }
  const ours = { commit: tip, tree: read.tree }
  const quick =
    from === piece.base ? await putQuickly(place.git, steps, ours, read.elsewhere) : null
  return quick ?? putByMerging(place, steps, ours)
}

interface Tip {
  readonly commit: CommitId
  readonly tree: string
}

/** Applies the changes without a merge. null: the new place has changed the same files, so a merge is needed. */
async function putQuickly(
  git: GitOptions,
  steps: readonly Step[],
  ours: Tip,
  elsewhere: readonly PathChange[],
): Promise<Put | null> {
  const changes = steps.flatMap((step) => step.changes)
  if (mayConflict(filesOf(elsewhere), filesOf(changes))) return null
  const paths = changes.map(({ path }) => path)
  const trees = await openTrees(ours.tree, paths, git)
  const objects: GitObject[] = []
  let tip = ours
  for (const step of steps) {
    const edited = step.changes.length === 0 ? EMPTY : trees.apply(step.changes)
    if (edited === null) return null
    if (edited === EMPTY || edited.tree === tip.tree) continue
    const commit = commitObject({ ...step.text, tree: edited.tree, parents: [tip.commit] })
    objects.push(...edited.objects, commit)
    tip = { commit: commitId(commit.id), tree: edited.tree }
  }
  await writeObjects(objects, git)
  return { commit: tip.commit }
}

const EMPTY = 'empty'

const filesOf = (changes: readonly PathChange[]): readonly DeliveredFile[] =>
  changes.map(({ path, before, after }) => ({
    path,
    is: before === null ? 'added' : after === null ? 'deleted' : 'changed',
  }))

/** Writes the commits at the end, so that a conflict leaves none behind. */
async function putByMerging(place: MergePlace, steps: readonly Step[], ours: Tip): Promise<Put> {
  const objects: GitObject[] = []
  let tip = ours
  for (const { text, base, theirs } of steps) {
    const merged = await mergeOnBase(place, { base, ours: tip.tree, theirs })
    if ('conflicts' in merged) return merged
    if (merged.tree === tip.tree) continue
    const commit = commitObject({ ...text, tree: merged.tree, parents: [tip.commit] })
    objects.push(commit)
    tip = { commit: commitId(commit.id), tree: merged.tree }
  }
  await writeObjects(objects, place.git)
  return { commit: tip.commit }
}
