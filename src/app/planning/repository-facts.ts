/** Finds out what planners may know about this repository, from git or, outside of one, from the folder. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { factsOfPaths } from '../../core/planning/facts-of-paths.ts'
import type { RepositoryFacts } from '../../core/planning/plan-draft.ts'
import { HOME } from '../../core/value/home-paths.ts'
import { trackedFiles } from '../../git/call/tracked-files.ts'

export async function repositoryFacts(root: string): Promise<RepositoryFacts> {
  const paths = (await trackedFiles(root)) ?? filesBelow(root)
  return factsOfPaths(paths, (name) => readText(join(root, name)))
}

/** A folder outside of a repository may be anything, even a home folder: this is enough to know it. */
const MOST_FILES = 20_000

function filesBelow(root: string): readonly string[] {
  const files: string[] = []
  const folders = [root]
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name)
      if (entry.isDirectory() && !isPassedOver(entry.name)) folders.push(path)
      else if (entry.isFile()) files.push(relative(root, path))
      if (files.length >= MOST_FILES) return files
    }
  }
  return files
}

const isPassedOver = (name: string): boolean =>
  name === HOME || name === '.git' || name === 'node_modules'

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    // A folder that may not be read says nothing about the project.
    return []
  }
}

const LARGEST = 1_000_000

function readText(path: string): string | null {
  try {
    return statSync(path).size > LARGEST ? null : readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
