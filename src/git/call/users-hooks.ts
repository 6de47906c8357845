/** Finds the user's hooks. Git runs them when Conductor does what the user would do by hand, such as a push. */
import { join } from 'node:path'
import { runGit } from './git-command.ts'
import type { Repository } from './repository.ts'

export async function usersHooks({ root, common }: Repository): Promise<string> {
  const words = ['config', '--type=path', '--null', '--get-all', 'core.hooksPath']
  const set = ((await runGit(words, { in: root })) ?? '').split('\0').slice(0, -1)
  // The last value is ours: Conductor otherwise runs git without hooks.
  return set.at(-2) || join(common, 'hooks')
}
