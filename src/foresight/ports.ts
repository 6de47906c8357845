/** What foresight needs to know of a repository's past. */
import type { PastCommit } from '../core/foresight/index/past-commit.ts'

export interface PastOfRepository {
  /** The full name of a commit; null: there is none of that name. */
  commitOf(name: string): Promise<string | null>
  /** Whether every commit that `older` knows is also in the past of `newer`. */
  isBefore(older: string, newer: string): Promise<boolean>
  /** Whether a branch or a tag still has the commit. */
  isKept(commit: string): Promise<boolean>
  /** Commits that are no merges, in the order of their dates. */
  commits(which: WhichCommits, take: (commit: PastCommit) => 'more' | 'enough'): Promise<void>
  /** The content of each file at the commit, as git names contents. */
  tree(commit: string): Promise<ReadonlyMap<string, string>>
  /** The files that differ between two commits: the content of each at the newer one; null: it is gone there. */
  changesBetween(older: string, newer: string): Promise<ReadonlyMap<string, string | null>>
  /** Calls `take` for each content, in order; null: it is not there, is too large or is no text. */
  contents(names: readonly string[], take: (text: string | null, at: number) => void): Promise<void>
}

export interface WhichCommits {
  readonly until: string
  /** Leaves out this commit and all before it. */
  readonly after?: string
  readonly order: 'oldest-first' | 'newest-first'
  readonly most?: number
}
