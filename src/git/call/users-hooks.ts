/** Where the user's own hooks are: git runs them when we do for the user what the user would do by hand, such as a push. */
import { join } from 'node:path'
import { runGit } from './git-command.ts'
import type { Repository } from './repository.ts'

export async function usersHooks({ root, common }: Repository): Promise<string> {
  const words = ['config', '--type=path', '--null', '--get-all', 'core.hooksPath']
  const set = ((await runGit(words, { in: root })) ?? '').split('\0').slice(0, -1)
  // The last one is ours: git runs without hooks otherwise.
  return set.at(-2) || join(common, 'hooks')
}
