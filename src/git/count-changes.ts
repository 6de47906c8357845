/** What lies between two commits or trees, counted by git in one go. */
import type { Changes } from '../core/delivery.ts'
import { mustGit, type GitOptions } from './git-command.ts'
import type { Repository } from './repository.ts'

/** Throws GitRefused. */
export async function countChanges(
  where: Repository | Pick<GitOptions, 'in' | 'environment'>,
  from: string,
  to: string,
): Promise<Changes> {
  const using = 'root' in where ? { in: where.root } : where
  const args = ['diff-tree', '-r', '-z', '--no-renames', '--raw', '--numstat', from, to]
  return tally((await mustGit(args, using)).split('\0'))
}

/** First `:... A`, path for each file, then `added<TAB>deleted<TAB>path` for each. */
function tally(words: readonly string[]): Changes {
  const rows = words.filter((word, i) => word.startsWith(':') && i % 2 === 0)
  const filesCreated = rows.filter((row) => row.endsWith(' A')).length
  const numbers = words.slice(rows.length * 2).map((word) => word.split('\t', 2))
  return {
    filesCreated,
    filesChanged: rows.length - filesCreated,
    linesAdded: total(numbers.map(([added]) => added)),
    linesDeleted: total(numbers.map(([, deleted]) => deleted)),
  }
}

/** Of a binary file git says "-". */
const total = (numbers: readonly (string | undefined)[]): number =>
  numbers.reduce((sum, number) => sum + (Number(number) || 0), 0)
