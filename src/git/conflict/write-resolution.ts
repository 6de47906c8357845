/** Makes the commit of a resolved conflict: a merge of the delivery and the target, on no branch yet. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Resolved, ResolvedFile } from '../../core/conflict/resolution.ts'
import type { CommitId } from '../../core/value/ids.ts'
import { DURABLY } from '../call/durable.ts'
import { mustGit, type GitOptions } from '../call/git-command.ts'
import { contentGit, type Repository } from '../call/repository.ts'
import { commitMerge } from '../land/merge-or-conflict.ts'
import type { Sides } from './read-conflict.ts'

export interface Resolving extends Sides {
  /** The merged tree in which the files are replaced. */
  readonly tree: string
  readonly resolved: Resolved
  readonly message: string
}

/** scratch: a folder of ours. The first parent is the delivery, so its branch can go on to the commit. */
export async function commitResolution(
  repository: Repository,
  scratch: string,
  { onto, commit, tree, resolved, message }: Resolving,
): Promise<CommitId> {
  mkdirSync(scratch, { recursive: true, mode: 0o700 })
  const folder = mkdtempSync(join(scratch, 'resolved-'))
  try {
    const git = contentGit(repository, repository.root)
    const environment = { ...git.environment, GIT_INDEX_FILE: join(folder, 'index') }
    const made = await treeWith({ ...git, environment }, tree, resolved)
    return await commitMerge(repository, made, [commit, onto], message)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function treeWith(git: GitOptions, tree: string, { gone, files }: Resolved): Promise<string> {
  await mustGit(['read-tree', tree], git)
  const nothing = '0'.repeat(tree.length)
  const removed = gone.map((path) => `0 ${nothing}\t${path}\0`)
  const added = await Promise.all(
    files.map(async (file) => `${file.mode} ${await blobOf(file, git)}\t${file.path}\0`),
  )
  const input = [...removed, ...added].join('')
  // Where one side has a folder and the other a file, the chosen one replaces the other.
  await mustGit(['update-index', '--add', '--replace', '-z', '--index-info'], { ...git, input })
  return mustGit([...DURABLY, 'write-tree'], git)
}

/** The text is what git stores: no filter changes it. */
const blobOf = async (file: ResolvedFile, git: GitOptions): Promise<string> =>
  'blob' in file
    ? file.blob
    : mustGit([...DURABLY, 'hash-object', '-w', '--no-filters', '--stdin'], {
        ...git,
        input: file.text,
      })
