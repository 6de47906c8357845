/** What git knows about the worktrees of a repository, ours and other people's. */
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
  return worktreesIn(await mustGit(['worktree', 'list', '--porcelain', '-z'], { in: root }))
}

/** From what `git worktree list --porcelain -z` prints. */
export const worktreesIn = (text: string): readonly Registered[] =>
  text
    .split('\0\0')
    .filter((entry) => entry !== '')
    .map((entry) => registered(entry.split('\0')))

function registered(lines: readonly string[]): Registered {
  const valueOf = (word: string): string | null =>
    lines.find((line) => line.startsWith(`${word} `))?.slice(word.length + 1) ?? null
  const head = valueOf('HEAD')
  return {
    path: valueOf('worktree') ?? '',
    head: head === null ? null : commitId(head),
    branch: valueOf('branch')?.replace(/^refs\/heads\//, '') ?? null,
    locked: lines.some((line) => line === 'locked' || line.startsWith('locked ')),
  }
}

/**
 * The folder with what git keeps about the worktree at this path: HEAD, index, log of HEAD. null: git
 * knows no worktree there.
 */
export function adminOf(path: string, repository: Repository): string | null {
  const wanted = new Set([path, placed(path)])
  return adminsIn(repository).find((admin) => wanted.has(folderOf(admin) ?? '')) ?? null
}

/** The folders that git keeps about linked worktrees, also about worktrees that are gone. */
export function adminsIn({ common }: Repository): readonly string[] {
  const top = join(common, 'worktrees')
  return existsSync(top) ? readdirSync(top).map((name) => join(top, name)) : []
}

/** The folder of the worktree, as git has it; null: that cannot be read. */
export function folderOf(admin: string): string | null {
  const pointer = textOf(join(admin, 'gitdir'))?.replace(/\n$/, '')
  return pointer === undefined ? null : placed(dirname(resolve(admin, pointer)))
}

/** Resolves links above the folder only: a link in place of the folder leads to another folder. */
const placed = (path: string): string => join(real(dirname(path)), basename(path))

/** A symbolic link to a folder does not count as one. */
export const isFolder = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

/** The ref in the HEAD of the worktree: the full name of a branch, or null when HEAD is detached. */
export function headOf(admin: string): string | null {
  const [, ref] = /^ref:\s*(.+?)\s*$/.exec(textOf(join(admin, 'HEAD')) ?? '') ?? []
  return ref ?? null
}

/**
 * Makes git forget this one worktree, whose folder is gone, by deleting what git keeps about it, as `git
 * worktree prune` does for all. The caller holds the lock.
 */
export function unregister(admin: string): void {
  rmSync(admin, { recursive: true, force: true })
  try {
    rmdirSync(dirname(admin))
  } catch {
    // There are other worktrees in it.
  }
}

/** Tells git the new place of a worktree that was moved. */
export function pointTo(admin: string, path: string): void {
  writeFileSync(join(admin, 'gitdir.new'), `${join(path, '.git')}\n`)
  renameSync(join(admin, 'gitdir.new'), join(admin, 'gitdir'))
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // Another process may remove a worktree while we look.
    return null
  }
}

/**
 * there: a worktree of this repository, with the folder that git keeps about it. unregistered: it was a
 * worktree, and someone has made git forget it. foreign: something else stands there.
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

const isIn = (folder: string, wanted: string): boolean => real(folder) === real(wanted)

/** Git removes the folder `worktrees` with its last entry; then only the folders above can be compared. */
function real(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    const above = dirname(folder)
    return above === folder ? folder : join(real(above), basename(folder))
  }
}
