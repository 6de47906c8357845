/** Makes a git tree of a folder, without a trace in the user's index or among the user's objects. */
import { mkdirSync } from 'node:fs'
import { askGit, GitRefused, mustGit, type GitOptions } from './git-command.ts'

/** An environment in which git reads the user's objects and writes its own elsewhere. */
export function scratchObjects(objects: string, users: string): Readonly<Record<string, string>> {
  mkdirSync(objects, { recursive: true, mode: 0o700 })
  return { GIT_OBJECT_DIRECTORY: objects, ...withObjectsOf(users) }
}

/** An environment in which git also reads the objects in this folder. */
export const withObjectsOf = (objects: string): Readonly<Record<string, string>> => ({
  GIT_ALTERNATE_OBJECT_DIRECTORIES: inList(objects),
})

/** A path with a colon is quoted, because colons separate the paths of the list. */
const inList = (path: string): string => (/^"|:/.test(path) ? JSON.stringify(path) : path)

/**
 * Adds everything in the folder to the index and returns the tree. Files that git cannot hold, or that
 * vanish meanwhile, are left out.
 */
export async function treeIn(git: GitOptions, index: string): Promise<string> {
  const using = { ...git, environment: { ...git.environment, GIT_INDEX_FILE: index } }
  const added = await askGit(
    [...QUIETLY, 'add', '--all', '--sparse', '--ignore-errors', '.'],
    using,
  )
  if (added.code > 1) throw new GitRefused(['add'], added)
  return mustGit(['write-tree'], using)
}

/** No split index, because git would write the shared part beside the user's own index. */
const QUIETLY = [
  'core.splitIndex=false',
  'core.safecrlf=false',
  'core.looseCompression=1',
  'advice.addEmbeddedRepo=false',
].flatMap((setting) => ['-c', setting])
