/**
 * Moves ignored files that an agent wrote to `.conductor/kept/` instead of deleting them, because they are
 * in no commit.
 */
import { cp, mkdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { inHome, isOfSession } from '../../core/value/home-paths.ts'
import { isWrittenSince } from './unholdable.ts'

export interface LooseFiles {
  readonly path: string
  readonly files: readonly string[]
  /** A file that was last changed before this existed before any agent worked. */
  readonly since: number
  /** These folders are kept as a whole, whenever they were made. */
  readonly folders: readonly string[]
}

/** Returns the folder in which the files are kept; null: there were none. */
export async function keepLooseFiles(
  home: string,
  { path, files, since, folders }: LooseFiles,
): Promise<string | null> {
  // The events already hold what an agent and Conductor have told each other in session files. Those files
  // are loose where a repository has its configuration in `.conductor/`.
  const loose = files.filter(
    (file) => !isOfSession(file) && isWrittenSince(join(path, file), since),
  )
  const written = [...loose, ...folders.map((folder) => folder.replace(/\/$/, ''))]
  if (written.length === 0) return null
  const time = new Date().toISOString().replaceAll(/[:.]/g, '-')
  const kept = join(inHome(home, 'kept'), `${basename(path)}-${time}`)
  for (const file of written) await move(join(path, file), join(kept, file))
  return kept
}

async function move(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  try {
    await rename(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    await cp(from, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
    await rm(from, { recursive: true })
  }
}
