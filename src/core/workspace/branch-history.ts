/** The commits that are not in the default branch: which branch stands on which, and what each adds. */
import type { TreeCommit } from './tracker.ts'

export interface BranchHistory {
  /** The newest first; a commit comes before its parents. */
  readonly commits: readonly HistoryCommit[]
  /** The newest commit of each branch. */
  readonly tips: ReadonlyMap<string, string>
}

export interface HistoryCommit {
  readonly id: string
  readonly parents: readonly string[]
  readonly author: string
  /** For example 2026-11-17. */
  readonly date: string
  readonly subject: string
}

export const NO_HISTORY: BranchHistory = { commits: [], tips: new Map() }

export interface BranchRelations {
  /** Whether the branch has commits that the default branch does not have. */
  hasOwnCommits(branch: string): boolean
  /** Whether everything that the branch has is in the other one, which has more. */
  isContainedIn(branch: string, other: string): boolean
  /** The closest of these branches that this one stands on; null: none of them. */
  closestBelow(branch: string, among: ReadonlySet<string>): string | null
  /** What the branch adds to its parent, the newest first; null: the parent is the default branch. */
  commitsFrom(branch: string, parent: string | null): readonly HistoryCommit[]
}

export function relationsIn({ commits, tips }: BranchHistory): BranchRelations {
  const places = new Map(commits.map(({ id }, place) => [id, place]))
  const reached = new Map<string, ReadonlySet<number>>()
  const tipOf = (branch: string): number | undefined => places.get(tips.get(branch) ?? '')

  /** The places of all commits that the branch has. */
  function below(branch: string): ReadonlySet<number> {
    const earlier = reached.get(branch)
    if (earlier !== undefined) return earlier
    const seen = new Set<number>()
    const open = [tipOf(branch)]
    while (open.length > 0) {
      const place = open.pop()
      if (place === undefined || seen.has(place)) continue
      seen.add(place)
      for (const parent of commits[place]!.parents) open.push(places.get(parent))
    }
    reached.set(branch, seen)
    return seen
  }

  return {
    hasOwnCommits: (branch) => tipOf(branch) !== undefined,
    isContainedIn(branch, other) {
      const tip = tipOf(branch)
      return tip !== undefined && tip !== tipOf(other) && below(other).has(tip)
    },
    closestBelow(branch, among) {
      const own = below(branch)
      const tip = tipOf(branch)
      let closest: { readonly branch: string; readonly size: number } | null = null
      for (const other of among) {
        const place = tipOf(other)
        if (place === undefined || place === tip || !own.has(place)) continue
        const { size } = below(other)
        if (closest === null || size > closest.size) closest = { branch: other, size }
      }
      return closest?.branch ?? null
    },
    commitsFrom(branch, parent) {
      const belowParent = parent === null ? new Set<number>() : below(parent)
      return [...below(branch)]
        .filter((place) => !belowParent.has(place))
        .toSorted((one, other) => one - other)
        .map((place) => commits[place]!)
    },
  }
}

const MOST_COMMITS = 15
const LONGEST_MESSAGE = 80

export const treeCommits = (
  commits: readonly HistoryCommit[],
  page: string | null,
): readonly TreeCommit[] =>
  commits.slice(0, MOST_COMMITS).map(({ id, author, date, subject }) => ({
    sha: id,
    short_sha: id.slice(0, 7),
    author,
    date,
    message: subject.slice(0, LONGEST_MESSAGE),
    github_url: page === null ? '' : `${page}/commit/${id}`,
    author_avatar_url: '',
  }))
