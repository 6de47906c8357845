/** Finds the files in which the unfinished work of two tasks collides; git writes only into scratch. */
import { join } from 'node:path'
import { askGit } from '../call/git-command.ts'
import { isTrue, ownName } from './merge-or-conflict.ts'
import { contentGit, type Repository } from '../call/repository.ts'
import { scratchObjects } from '../call/scratch-tree.ts'

/** objects: a folder of ours, into which git writes; git also finds the commits that are only there. */
export interface MergePlace {
  readonly repository: Repository
  readonly objects: string
}

/** The files that cannot be merged; null: git cannot tell. Git runs at low priority. */
export async function conflictsBetween(
  { repository, objects }: MergePlace,
  one: string,
  other: string,
): Promise<readonly string[] | null> {
  const { common } = repository
  const how = ['--write-tree', '-z', '--name-only', '--no-messages']
  const git = contentGit(repository, common)
  const environment = { ...git.environment, ...scratchObjects(objects, join(common, 'objects')) }
  const end = await askGit(['merge-tree', ...how, one, other], {
    ...git,
    environment,
    gently: true,
  })
  if (!isTrue(end)) return null
  const files = end.code === 0 ? [] : end.stdout.split('\0').slice(1).filter(Boolean)
  return [...new Set(files.map((file) => ownName(file, [one, other])))]
}
