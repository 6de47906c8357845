/** Files git ignores but work needs, such as `.env`: those that `.worktreeinclude` names are copied. */
import { constants, existsSync } from 'node:fs'
import { copyFile, lstat, mkdir, readlink, realpath, symlink } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { HOME } from '../../core/value/home-paths.ts'
import { askGit, mustGit } from '../call/git-command.ts'
import type { Repository } from '../call/repository.ts'

const LIST = '.worktreeinclude'

/** From the user's checkout; what is there already stays as it is. Returns how many there were. */
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

/** Named in the list, and ignored: what is merely not committed yet is not copied. */
async function includedFiles(root: string): Promise<readonly string[]> {
  const words = ['ls-files', '-z', '--others', '--ignored', `--exclude-from=${LIST}`]
  const named = await mustGit(words, { in: root })
  if (named === '') return []
  const ignored = await askGit(['check-ignore', '-z', '--stdin'], { in: root, input: named })
  return ignored.stdout
    .split('\0')
    .filter((file) => file !== '' && !file.endsWith('/') && !file.startsWith(`${HOME}/`))
}

/** Worktrees may themselves stand in the checkout. */
const isOutside = (file: string, path: string): boolean => !file.startsWith(`${path}${sep}`)

/** A link in the worktree may lead out of it; nothing is written through one. */
function insideOnly(top: string): (folder: string) => Promise<boolean> {
  const known = new Map<string, Promise<boolean>>()
  const isInside = async (folder: string): Promise<boolean> => {
    try {
      await mkdir(folder, { recursive: true })
      const at = await realpath(folder)
      return at === top || at.startsWith(`${top}${sep}`)
    } catch {
      // A file stands where a folder would have to be.
      return false
    }
  }
  return (folder) => {
    const answer = known.get(folder) ?? isInside(folder)
    known.set(folder, answer)
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
    // There already, or gone since it was listed.
    if (code !== 'EEXIST' && code !== 'ENOENT') throw error
  }
}
