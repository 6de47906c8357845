/** Whether two commits could be merged: nothing is made but in scratch. */
import { join } from 'node:path'
import { askGit } from '../call/git-command.ts'
import { isTrue, ownName } from './merge-in-memory.ts'
import { contentGit, type Repository } from '../call/repository.ts'
import { scratchObjects } from '../call/scratch-tree.ts'

/** objects: a folder of ours; commits that are only there are known, too. */
export interface MergePlace {
  readonly repository: Repository
  readonly objects: string
}

/** The files that cannot be merged; null: git cannot say. Everything else on the machine goes first. */
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
