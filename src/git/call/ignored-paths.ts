/** Which of some paths git ignores, so that `git add` leaves them out. */
import { askGit } from './git-command.ts'

/** paths: from the top of the checkout. Outside of a repository nothing is ignored. */
export async function ignoredPaths(
  root: string,
  paths: readonly string[],
): Promise<readonly string[]> {
  if (paths.length === 0) return []
  const input = paths.map((path) => `${path}\0`).join('')
  const { code, stdout } = await askGit(['check-ignore', '-z', '--stdin'], { in: root, input })
  return code === 0 ? stdout.split('\0').filter((path) => path !== '') : []
}
