/** Short names of branches for the compact view: without what many of them begin with, as long as they stay different. */
import { branchTail } from '../orb-words.ts'

const USUAL_BEGINNING = /^(feature|feat|bugfix|fix|chore|hotfix|task)[-_](?=.)/

export function shortNames(branches: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map(branches.map((branch) => [branch, shortened(branch)]))
  const counts = new Map<string, number>()
  for (const name of names.values()) counts.set(name, (counts.get(name) ?? 0) + 1)
  return new Map(
    [...names].map(([branch, name]) => [branch, counts.get(name) === 1 ? name : branch]),
  )
}

const shortened = (branch: string): string => branchTail(branch).replace(USUAL_BEGINNING, '')
