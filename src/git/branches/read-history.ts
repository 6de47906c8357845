/** The commits of branches that the default branch does not have, with one call of git. */
import type { HistoryCommit } from '../../core/workspace/branch-history.ts'
import { askGit } from '../call/git-command.ts'

/** A repository with more open work than this shows no more commits for the oldest branches. */
const MOST_COMMITS = 20_000

const FORMAT = ['%H', '%P', '%an', '%as', '%s'].join('%x00')

/** tips and except: names of commits or refs. */
export async function readHistory(
  root: string,
  tips: readonly string[],
  except: readonly string[],
): Promise<readonly HistoryCommit[]> {
  if (tips.length === 0) return []
  const words = ['log', '--topo-order', `--max-count=${MOST_COMMITS}`, `--format=${FORMAT}`]
  const input = [...tips, ...except.map((each) => `^${each}`)].map((each) => `${each}\n`).join('')
  const { code, stdout } = await askGit([...words, '--stdin'], { in: root, input })
  if (code !== 0) return []
  return stdout.split('\n').filter(Boolean).map(commitIn)
}

function commitIn(row: string): HistoryCommit {
  const [id = '', parents = '', author = '', date = '', subject = ''] = row.split('\0')
  return { id, parents: parents.split(' ').filter(Boolean), author, date, subject }
}

/** Enough to tell for a branch of this year; a branch that was merged before is of no interest. */
const MOST_MERGES = 5000

/**
 * Which of these commits came into the default branch by a merge. Any other commit in it is where a branch
 * began, as far as we can tell.
 */
export async function mergedIn(
  root: string,
  branch: string,
  tips: readonly string[],
): Promise<ReadonlySet<string>> {
  if (tips.length === 0) return new Set()
  const words = ['rev-list', '--merges', '--first-parent', '--parents', branch]
  const limited = [...words.slice(0, 4), `--max-count=${MOST_MERGES}`, ...words.slice(4)]
  const { stdout } = await askGit(limited, { in: root })
  const broughtIn = new Set(stdout.split('\n').flatMap((row) => row.split(' ').slice(2)))
  return new Set(tips.filter((tip) => broughtIn.has(tip)))
}
