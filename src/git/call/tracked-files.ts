/** The files of a repository that git tracks or would track: ignored files are not among them. */
import { runGit } from './git-command.ts'

/** From the folder on; null: the folder is in no repository. */
export async function trackedFiles(folder: string): Promise<readonly string[] | null> {
  const words = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const listing = await runGit(words, { in: folder })
  return listing === null ? null : [...new Set(listing.split('\0').filter((path) => path !== ''))]
}
