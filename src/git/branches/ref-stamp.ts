/** Tells whether branches or worktrees may have changed, without starting git: from the times of git's own files. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { adminsIn } from '../call/registered-worktrees.ts'
import type { Repository } from '../call/repository.ts'

/** The same text means that nothing has changed. Git replaces a file in the folder of a ref whenever it moves the ref. */
export function refStamp(repository: Repository): string {
  const { common } = repository
  const admins = adminsIn(repository)
  const files = [
    ...['HEAD', 'config', 'packed-refs', 'worktrees', 'reftable/tables.list'].map((name) =>
      join(common, name),
    ),
    ...foldersBelow(join(common, 'refs', 'heads')),
    ...foldersBelow(join(common, 'refs', 'remotes')),
    ...admins.flatMap((admin) => [join(admin, 'HEAD'), join(admin, 'gitdir')]),
  ]
  return files.map((file) => timeOf(file) ?? '').join(' ')
}

function foldersBelow(folder: string): readonly string[] {
  const inside = foldersIn(folder).flatMap((name) => foldersBelow(join(folder, name)))
  return [folder, ...inside]
}

function foldersIn(folder: string): readonly string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true })
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  } catch {
    // Git removes empty folders while we look.
    return []
  }
}

/** The time of the last commit, staging or switch of branches there; null: there are no such files. */
export function activeAt(admin: string): number | null {
  const times = ['index', 'logs/HEAD', 'HEAD'].map((name) => timeOf(join(admin, name)) ?? 0)
  return Math.floor(Math.max(...times)) || null
}

const timeOf = (file: string): number | null =>
  statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? null
