/** What git knows of the worktrees of a repository, ours and other people's. */
import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { commitId, type CommitId } from '../../core/value/ids.ts'
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

/** What git keeps about the worktree at this path: HEAD, index, log of HEAD. null: it knows of none there. */
export function adminOf(path: string, repository: Repository): string | null {
  const wanted = new Set([path, placed(path)])
  return adminsIn(repository).find((admin) => wanted.has(folderOf(admin) ?? '')) ?? null
}

/** The folders git keeps about linked worktrees, also about those that are gone. */
export function adminsIn({ common }: Repository): readonly string[] {
  const top = join(common, 'worktrees')
  return existsSync(top) ? readdirSync(top).map((name) => join(top, name)) : []
}

/** Where the worktree is, as git has it; null: that cannot be read. */
export function folderOf(admin: string): string | null {
  const pointer = textOf(join(admin, 'gitdir'))?.replace(/\n$/, '')
  return pointer === undefined ? null : placed(dirname(resolve(admin, pointer)))
}

/** What a link in the place of a folder leads to is another folder. */
const placed = (path: string): string => join(real(dirname(path)), basename(path))

/** A link to one is none. */
export const isFolder = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

/** As the worktree itself has it: the full name of a branch, or null when HEAD is detached. */
export function headOf(admin: string): string | null {
  const [, ref] = /^ref:\s*(.+?)\s*$/.exec(textOf(join(admin, 'HEAD')) ?? '') ?? []
  return ref ?? null
}

/**
 * Makes git forget a worktree whose folder is gone, just this one, as `git worktree prune` does with
 * all: what git keeps about it goes. With the lock held.
 */
export function unregister(admin: string): void {
  rmSync(admin, { recursive: true, force: true })
  try {
    rmdirSync(dirname(admin))
  } catch {
    // There are others in it.
  }
}

/** Tells git where a folder is now that was moved. */
export function pointTo(admin: string, path: string): void {
  writeFileSync(join(admin, 'gitdir.new'), `${join(path, '.git')}\n`)
  renameSync(join(admin, 'gitdir.new'), join(admin, 'gitdir'))
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // Someone else's may go while we look.
    return null
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

/** Git removes the folder of all entries with the last entry: then only what is above can be compared. */
function real(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    const above = dirname(folder)
    return above === folder ? folder : join(real(above), basename(folder))
  }
}
