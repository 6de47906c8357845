/** What git knows of the worktrees of a repository, ours and other people's. */
import { existsSync, lstatSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { commitId, type CommitId } from '../core/ids.ts'
import { mustGit } from './git-command.ts'
import type { Repository } from './repository.ts'

export interface Registered {
  readonly path: string
  readonly head: CommitId | null
  /** Without refs/heads/; null: HEAD is detached. */
  readonly branch: string | null
  readonly locked: boolean
}

export async function registeredWorktrees({ root }: Repository): Promise<readonly Registered[]> {
  const text = await mustGit(['worktree', 'list', '--porcelain', '-z'], { in: root })
  return text
    .split('\0\0')
    .filter((entry) => entry !== '')
    .map((entry) => registered(entry.split('\0')))
}

function registered(lines: readonly string[]): Registered {
  const said = (word: string): string | null =>
    lines.find((line) => line.startsWith(`${word} `))?.slice(word.length + 1) ?? null
  const head = said('HEAD')
  return {
    path: said('worktree') ?? '',
    head: head === null ? null : commitId(head),
    branch: said('branch')?.replace(/^refs\/heads\//, '') ?? null,
    locked: lines.some((line) => line === 'locked' || line.startsWith('locked ')),
  }
}

/**
 * there: a worktree of this repository, with the folder git keeps about it. unregistered: it was one,
 * and someone has made git forget it. foreign: something else stands there.
 */
export type Standing =
  | { readonly is: 'there'; readonly admin: string }
  | { readonly is: 'gone' | 'unregistered' | 'foreign' }

/** What stands in a place where we have made a worktree. */
export function standingAt(path: string, { common }: Repository): Standing {
  const folder = lstatSync(path, { throwIfNoEntry: false })
  if (folder === undefined) return { is: 'gone' }
  const pointer = join(path, '.git')
  const isFile = folder.isDirectory() && lstatSync(pointer, { throwIfNoEntry: false })?.isFile()
  const admin = isFile ? adminNamedIn(pointer) : null
  if (admin === null || !isIn(dirname(admin), join(common, 'worktrees'))) return { is: 'foreign' }
  return existsSync(join(admin, 'HEAD')) ? { is: 'there', admin } : { is: 'unregistered' }
}

function adminNamedIn(pointer: string): string | null {
  const text = readFileSync(pointer, 'utf8')
  if (!text.startsWith('gitdir: ')) return null
  return resolve(dirname(pointer), text.slice('gitdir: '.length).replace(/\n$/, ''))
}

const isIn = (found: string, wanted: string): boolean => real(found) === real(wanted)

/** Git removes the folder of all entries with the last entry: then only its parent can be compared. */
function real(folder: string): string {
  if (existsSync(folder)) return realpathSync(folder)
  const above = dirname(folder)
  return existsSync(above) ? join(realpathSync(above), folder.slice(above.length)) : folder
}
