/** Merges two commits without a worktree, or finds the conflicts between them. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Merge, MergeRequest } from '../../conduct/worktree-ports.ts'
import type { Conflict } from '../../core/landing/delivery.ts'
import { commitId } from '../../core/value/ids.ts'
import { DURABLY } from '../call/durable.ts'
import { askGit, GitRefused, type GitEnd } from '../call/git-command.ts'
import { signedGit } from '../call/identity.ts'
import { contentGit, type Repository } from '../call/repository.ts'
import { sayMissing } from '../call/say-missing.ts'

/** Makes a commit with two parents, or returns the conflicts. Throws GitRefused. */
export async function mergeInMemory(
  repository: Repository,
  { onto, commit, message }: MergeRequest,
): Promise<Merge> {
  const args = [...DURABLY, 'merge-tree', '--write-tree', '-z', onto, commit]
  const end = await askGit(args, contentGit(repository, repository.root))
  const [tree = '', ...rest] = end.stdout.split('\0')
  if (!isTrue(end)) throw new GitRefused(args, end, whyNot(repository, end))
  if (end.code === 1) return { is: 'conflict', conflicts: conflictsIn(rest, [onto, commit]) }
  const merged = await signedGit(
    [...DURABLY, ...UTF8, 'commit-tree', tree, '-p', onto, '-p', commit],
    { in: repository.root, input: message },
  )
  return { is: 'merged', commit: commitId(merged) }
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

/**
 * Git prints `mode blob stage<TAB>path` for each version of each file, an empty word, and then for each
 * message the number of paths, the paths, a short and a long text.
 */
function conflictsIn(words: readonly string[], sides: readonly string[]): readonly Conflict[] {
  const end = words.indexOf('')
  const kinds = kindsIn(words.slice(end + 1))
  const versions = words.slice(0, end).map(versionOf)
  const files = Map.groupBy(versions, ({ path }) => path)
  return [...files].map(([path, versions]) => {
    const at = (stage: string) => versions.find((version) => version.stage === stage)?.blob ?? null
    const kind = kinds.get(path) ?? 'content'
    return { path: ownName(path, sides), kind, base: at('1'), target: at('2'), task: at('3') }
  })
}

function versionOf(word: string) {
  const tab = word.indexOf('\t')
  const [, blob = '', stage = ''] = word.slice(0, tab).split(' ')
  return { blob, stage, path: word.slice(tab + 1) }
}

/** The first kind of conflict that git reports for each path, as in "CONFLICT (add/add): ...". */
function kindsIn(words: readonly string[]): ReadonlyMap<string, string> {
  const kinds = new Map<string, string>()
  for (let at = 0; at + 2 < words.length;) {
    const count = Number(words[at])
    const paths = words.slice(at + 1, at + 1 + count)
    const kind = /^CONFLICT \(([^)]*)\)/.exec(words[at + 2 + count] ?? '')?.[1]
    if (kind !== undefined) for (const path of paths) if (!kinds.has(path)) kinds.set(path, kind)
    at += count + 3
  }
  return kinds
}

/** When one side has a file where the other has a folder, git calls the file `file~<commit>`. */
export function ownName(path: string, sides: readonly string[]): string {
  const side = sides.find((side) => path.endsWith(`~${side}`))
  return side === undefined ? path : path.slice(0, -side.length - 1)
}
