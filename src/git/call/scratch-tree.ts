/** A folder as a tree in git, without a trace in the user's index or among their objects. */
import { mkdirSync } from 'node:fs'
import { askGit, GitRefused, mustGit, type GitOptions } from './git-command.ts'

/** Git reads the user's objects and writes its own elsewhere. */
export function scratchObjects(objects: string, users: string): Readonly<Record<string, string>> {
  mkdirSync(objects, { recursive: true, mode: 0o700 })
  return { GIT_OBJECT_DIRECTORY: objects, GIT_ALTERNATE_OBJECT_DIRECTORIES: inList(users) }
}

/** The list is parted by colons. */
const inList = (path: string): string => (/^"|:/.test(path) ? JSON.stringify(path) : path)

/**
 * Takes everything in the folder into the index and returns its tree. What git cannot hold or what
 * vanishes meanwhile is left out.
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

/** A shared index would be written beside the user's own. */
const QUIETLY = [
  'core.splitIndex=false',
  'core.safecrlf=false',
  'core.looseCompression=1',
  'advice.addEmbeddedRepo=false',
].flatMap((setting) => ['-c', setting])
