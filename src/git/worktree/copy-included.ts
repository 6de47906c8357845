/** Copies the ignored files that work needs, such as `.env`: those that `.worktreeinclude` names. */
import { constants, existsSync } from 'node:fs'
import { copyFile, lstat, mkdir, readlink, realpath, symlink } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { HOME } from '../../core/value/home-paths.ts'
import { askGit, mustGit } from '../call/git-command.ts'
import type { Repository } from '../call/repository.ts'

const LIST = '.worktreeinclude'

/**
 * Copies from the user's checkout; files that the worktree has already stay as they are. Returns how many
 * files were named.
 */
export async function copyIncluded({ root }: Repository, path: string): Promise<number> {
  if (!existsSync(join(root, LIST))) return 0
  const files = (await includedFiles(root)).filter((file) => isOutside(join(root, file), path))
  const mayWrite = insideOnly(await realpath(path))
  const left = files.values()
  const copyAll = async (): Promise<void> => {
    for (const file of left)
      if (await mayWrite(dirname(join(path, file)))) await copy(join(root, file), join(path, file))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, copyAll))
  return files.length
}

const AT_ONCE = 16

/** Files that are named in the list and ignored by git: a file that is merely not committed yet is not copied. */
async function includedFiles(root: string): Promise<readonly string[]> {
  const words = ['ls-files', '-z', '--others', '--ignored', `--exclude-from=${LIST}`]
  const named = await mustGit(words, { in: root })
  if (named === '') return []
  const ignored = await askGit(['check-ignore', '-z', '--stdin'], { in: root, input: named })
  return ignored.stdout
    .split('\0')
    .filter((file) => file !== '' && !file.endsWith('/') && !file.startsWith(`${HOME}/`))
}

/** The worktree itself may stand inside the checkout; its own files are not copied into it. */
const isOutside = (file: string, path: string): boolean => !file.startsWith(`${path}${sep}`)

/** A symbolic link in the worktree may lead out of it; nothing is written through such a link. */
function insideOnly(top: string): (folder: string) => Promise<boolean> {
  const answersByFolder = new Map<string, Promise<boolean>>()
  const isInside = async (folder: string): Promise<boolean> => {
    try {
      await mkdir(folder, { recursive: true })
      const at = await realpath(folder)
      return at === top || at.startsWith(`${top}${sep}`)
    } catch {
      // There is a file where a folder would have to be.
      return false
    }
  }
  return (folder) => {
    const answer = answersByFolder.get(folder) ?? isInside(folder)
    answersByFolder.set(folder, answer)
    return answer
  }
}

async function copy(from: string, to: string): Promise<void> {
  try {
    const kind = await lstat(from)
    if (kind.isSymbolicLink()) await symlink(await readlink(from), to)
    else if (kind.isFile())
      await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // The file exists already, or has gone since it was listed.
    if (code !== 'EEXIST' && code !== 'ENOENT') throw error
  }
}
