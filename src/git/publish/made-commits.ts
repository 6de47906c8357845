/** Makes commits for publishing: merges, and commits with some files of another commit. The same request makes the same commit. */
import type { FilesRequest, Replayed } from '../../conduct/forge-ports.ts'
import { commitId, type CommitId } from '../../core/value/ids.ts'
import { isAncestor, objectsAt } from '../call/commits.ts'
import { DURABLY } from '../call/durable.ts'
import { GitRefused, mustGit, type GitOptions } from '../call/git-command.ts'
import { signedGit } from '../call/identity.ts'
import type { Repository } from '../call/repository.ts'
import { conflictsIn, mergeTrees } from '../land/merge-or-conflict.ts'
import { openTrees } from './edit-trees.ts'
import { writeObjects } from './git-objects.ts'
import { changesBetween, type PathChange } from './read-piece.ts'

/** Skips a commit that is an ancestor of another one. Throws GitRefused. */
export async function mergeAll(
  repository: Repository,
  commits: readonly CommitId[],
  message: string,
): Promise<Replayed> {
  let tip = commits[0]!
  for (const [number, commit] of commits.entries()) {
    if (await isAncestor(commit, tip, repository.common)) continue
    if (await isAncestor(tip, commit, repository.common)) {
      tip = commit
      continue
    }
    const merged = await mergeTrees(repository, { onto: tip, commit })
    const conflicts = merged.isClean ? [] : conflictsIn(merged, [tip, commit])
    if (!merged.isClean) return { is: 'conflict', piece: number, conflicts }
    tip = await commitTree(repository, { tree: merged.tree, parents: [tip, commit], message })
  }
  return { is: 'made', commit: tip }
}

/** Throws GitRefused. */
export async function withFilesOf(
  repository: Repository,
  { onto, from, paths, parents, message }: FilesRequest,
): Promise<CommitId> {
  const git: GitOptions = { in: repository.common }
  const wanted = new Set(paths.map((path) => Buffer.from(path, 'utf8').toString('latin1')))
  const changes = (await changesBetween(onto, from, git)).filter((change) =>
    isWanted(change, wanted),
  )
  const tree = await treeOf(onto, git)
  const trees = await openTrees(
    tree,
    changes.map(({ path }) => path),
    git,
  )
  const edited = changes.length === 0 ? { tree, objects: [] } : trees.apply(changes)
  if (edited === null) throw new Error(`the files of ${from} do not fit into ${onto}`)
  await writeObjects(edited.objects, git)
  return commitTree(repository, { tree: edited.tree, parents, message })
}

/** A wanted path may be a folder. A file is removed if a wanted path needs a folder of that name. */
function isWanted({ path, after }: PathChange, wanted: ReadonlySet<string>): boolean {
  const isInside = [path, ...foldersAbove(path)].some((one) => wanted.has(one))
  const isInTheWay = after === null && [...wanted].some((one) => one.startsWith(`${path}/`))
  return isInside || isInTheWay
}

const foldersAbove = (path: string): readonly string[] =>
  [...path.matchAll(/\//g)].map((slash) => path.slice(0, slash.index))

async function treeOf(commit: CommitId, git: GitOptions): Promise<string> {
  const [tree] = await objectsAt([`${commit}^{tree}`], git)
  if (tree != null) return tree
  const end = { code: 128, stdout: '', stderr: '' }
  throw new GitRefused(['cat-file'], end, `the commit ${commit} is not in this repository`)
}

interface TreeToCommit {
  readonly tree: string
  readonly parents: readonly CommitId[]
  readonly message: string
}

/** The commit has the time of its newest parent: with the clock, every call would make another commit. */
async function commitTree(
  { root }: Repository,
  { tree, parents, message }: TreeToCommit,
): Promise<CommitId> {
  const times = await mustGit(['log', '--no-walk', '--format=%ct', ...parents, '--'], { in: root })
  const date = `@${Math.max(...times.split('\n').map(Number))} +0000`
  const environment = { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }
  const of = parents.flatMap((parent) => ['-p', parent])
  const args = [...DURABLY, '-c', 'i18n.commitEncoding=UTF-8', 'commit-tree', tree, ...of]
  return commitId(await signedGit(args, { in: root, environment, input: message }))
}
