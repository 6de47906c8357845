/** Merges two commits without a worktree, or finds the conflicts between them. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Merge, MergeRequest } from '../../conduct/worktree-ports.ts'
import type { Conflict } from '../../core/landing/delivery.ts'
import { commitId, type CommitId } from '../../core/value/ids.ts'
import { DURABLY } from '../call/durable.ts'
import { askGit, GitRefused, type GitEnd, type GitOptions } from '../call/git-command.ts'
import { signedGit } from '../call/identity.ts'
import { contentGit, type Repository } from '../call/repository.ts'
import { sayMissing } from '../call/say-missing.ts'

/** Makes a commit with two parents, or returns the conflicts. Throws GitRefused. */
export async function mergeInMemory(
  repository: Repository,
  { onto, commit, message }: MergeRequest,
): Promise<Merge> {
  const merged = await mergeTrees(repository, { onto, commit })
  if (!merged.isClean) return { is: 'conflict', conflicts: conflictsIn(merged, [onto, commit]) }
  return {
    is: 'merged',
    commit: await commitMerge(repository, merged.tree, [onto, commit], message),
  }
}

/** A version of a file that git cannot merge. stage: 1 is the base, 2 the target, 3 the delivery. */
export interface TreeRow {
  readonly mode: string
  readonly blob: string
  readonly stage: string
  readonly path: string
}

export interface MergedTrees {
  readonly isClean: boolean
  /** What git could merge; files in conflict are in it with the marks of git. */
  readonly tree: string
  readonly rows: readonly TreeRow[]
  /** What git says about the files, with the kind as in "CONFLICT (add/add): ...". */
  readonly messages: readonly { readonly kind: string; readonly paths: readonly string[] }[]
}

/** Merges two commits into a tree that no commit has yet. git: where it reads and writes. Throws GitRefused. */
export async function mergeTrees(
  repository: Repository,
  { onto, commit }: Pick<MergeRequest, 'onto' | 'commit'>,
  git: GitOptions = contentGit(repository, repository.root),
): Promise<MergedTrees> {
  const args = [...DURABLY, 'merge-tree', '--write-tree', '-z', onto, commit]
  const end = await askGit(args, git)
  const [tree = '', ...words] = end.stdout.split('\0')
  if (!isTrue(end)) throw new GitRefused(args, end, whyNot(repository, end))
  if (end.code === 0) return { isClean: true, tree, rows: [], messages: [] }
  const last = words.indexOf('')
  const rows = words.slice(0, last).map(rowOf)
  return { isClean: false, tree, rows, messages: messagesIn(words.slice(last + 1)) }
}

export async function commitMerge(
  { root }: Repository,
  tree: string,
  parents: readonly CommitId[],
  message: string,
): Promise<CommitId> {
  const of = parents.flatMap((parent) => ['-p', parent])
  const args = [...DURABLY, ...UTF8, 'commit-tree', tree, ...of]
  return commitId(await signedGit(args, { in: root, input: message }))
}

const UTF8 = ['-c', 'i18n.commitEncoding=UTF-8']

/**
 * Git exits with 1 also when it does not know one of the commits, but then it prints no tree. And older
 * gits (2.39) take a tree that they cannot read for an empty one and report a clean merge: the files of
 * that tree would be deleted from the target.
 */
export const isTrue = ({ code, stdout, stderr }: GitEnd): boolean =>
  code <= 1 && stdout !== '' && sayMissing(stderr) === undefined

function whyNot({ common }: Repository, { stderr }: GitEnd): string | undefined {
  if (stderr.includes('unrelated histories')) {
    return existsSync(join(common, 'shallow'))
      ? 'git does not know where the two histories part: this is a shallow clone; fetch the rest with `git fetch --unshallow`'
      : 'the two have no commit in common, so git cannot tell what was changed'
  }
  return sayMissing(stderr)
}

export function conflictsIn(
  { rows, messages }: MergedTrees,
  sides: readonly string[],
): readonly Conflict[] {
  const files = Map.groupBy(rows, ({ path }) => path)
  return [...files].map(([path, versions]) => {
    const at = (stage: string) => versions.find((version) => version.stage === stage)?.blob ?? null
    const kind = messages.find(({ paths }) => paths.includes(path))?.kind ?? 'content'
    return { path: ownName(path, sides), kind, base: at('1'), target: at('2'), task: at('3') }
  })
}

/** Git prints `mode blob stage<TAB>path` for each version of each file. */
function rowOf(word: string): TreeRow {
  const tab = word.indexOf('\t')
  const [mode = '', blob = '', stage = ''] = word.slice(0, tab).split(' ')
  return { mode, blob, stage, path: word.slice(tab + 1) }
}

/** Git prints for each message the number of paths, the paths, a short and a long text. */
function messagesIn(words: readonly string[]): MergedTrees['messages'] {
  const messages: { kind: string; paths: readonly string[] }[] = []
  for (let at = 0; at + 2 < words.length;) {
    const count = Number(words[at])
    const paths = words.slice(at + 1, at + 1 + count)
    const kind = /^CONFLICT \(([^)]*)\)/.exec(words[at + 2 + count] ?? '')?.[1]
    if (kind !== undefined) messages.push({ kind, paths })
    at += count + 3
  }
  return messages
}

/** When one side has a file where the other has a folder, git calls the file `file~<commit>`. */
export function ownName(path: string, sides: readonly string[]): string {
  const side = sides.find((side) => path.endsWith(`~${side}`))
  return side === undefined ? path : path.slice(0, -side.length - 1)
}
