/** Ignored files an agent wrote are in no commit; they are moved to `.conductor/kept/` instead of deleted. */
import { cp, mkdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { inHome, isOfSession } from '../../core/value/home-paths.ts'
import { isWrittenSince } from './unholdable.ts'

export interface LooseFiles {
  readonly path: string
  readonly files: readonly string[]
  /** What was last changed before this was there before any agent. */
  readonly since: number
  /** Kept as they are, whenever they were made. */
  readonly folders: readonly string[]
}

/** Returns the folder they are kept in; null: there were none. */
export async function keepLooseFiles(
  home: string,
  { path, files, since, folders }: LooseFiles,
): Promise<string | null> {
  // What an agent and we have told each other is in the events. It is loose where a repository has its configuration in `.conductor/`.
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
