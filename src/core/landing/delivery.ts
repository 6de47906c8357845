/** What an attempt hands over, and what can keep it from landing in the target. */
import type { MarkedHunk } from '../conflict/marked-hunks.ts'
import type { CommitId } from '../value/ids.ts'

/** Counts from git. */
export interface Changes {
  readonly filesCreated: number
  readonly filesChanged: number
  readonly linesAdded: number
  readonly linesDeleted: number
}

export interface DeliveredFile {
  readonly path: string
  /** A renamed file counts as one deleted and one added file. */
  readonly is: 'added' | 'deleted' | 'changed'
}

/** At most this many files are named in a delivery; `changes` counts all of them. */
export const MOST_FILES_NAMED = 100

export interface Delivery {
  readonly branch: string
  readonly commit: CommitId
  /** The commit that the delivery is measured against: `git diff base commit` is what the attempt did. */
  readonly base: CommitId
  readonly changes: Changes
  /** The first changed files, in the order of their paths. */
  readonly files: readonly DeliveredFile[]
  /** The agent left something uncommitted, and Conductor committed it. */
  readonly leftover: boolean
  /** Files with conflict marks that the base does not have; absent: none. */
  readonly marked?: readonly string[]
  /** Submodules at commits that none of their remotes has; absent: none. */
  readonly unpublished?: readonly Unpublished[]
}

/** A commit in a submodule that nobody who gets the delivery could fetch. */
export interface Unpublished {
  /** Path of the submodule. */
  readonly path: string
  readonly commit: CommitId
  /** The ref that keeps the commit in the repository around the submodule. */
  readonly ref: string
  /** Where to push the commit; null: the submodule has no remote. */
  readonly url: string | null
  /** The name of the branch to push it as. */
  readonly branch: string
}

export interface Unasked {
  readonly area: string
  /** The changed files of the area; empty: the whole task belongs to the area. */
  readonly files: readonly string[]
}

/** A file that git cannot merge by itself; null stands for a version that does not exist. */
export interface Conflict {
  readonly path: string
  /** The kind in git's words: "content", "modify/delete", "add/add", ... */
  readonly kind: string
  /** Names of the blobs: `git show <name>` prints one. */
  readonly base: string | null
  readonly target: string | null
  readonly task: string | null
  /** As they stand in the worktree where the merge was begun; absent: none was begun, or the file has no text. */
  readonly hunks?: readonly MarkedHunk[]
}

/** A conflict that a person has resolved. */
export interface Resolution {
  /** The commit of the target that the delivery was merged with. */
  readonly onto: CommitId
  /** The merge of the delivery and that commit. */
  readonly commit: CommitId
}

/** Why a delivery is not in the target. */
export type Trouble =
  /** marks: the merge was begun in the worktree, and these files still have its conflict marks. */
  | {
      readonly is: 'conflict'
      readonly with: CommitId
      readonly files: readonly Conflict[]
      readonly marks?: readonly string[]
    }
  /** The check failed on the merged tree, twice; before: it fails on the target alone, too. */
  | {
      readonly is: 'red-check'
      readonly check: string
      readonly code: number
      readonly before: boolean
      readonly log: string
      readonly lastLines: readonly string[]
    }
  /** The user asked for reviews, so only a person may let the delivery land. */
  | { readonly is: 'approval' }
  /** V13: the delivery changes something in areas where the agent had to ask first. */
  | { readonly is: 'unasked'; readonly areas: readonly Unasked[] }
  /** The delivery had landed, and someone has taken it out of the target again. */
  | { readonly is: 'left-target'; readonly commit: CommitId }
  /** Git itself failed: a full disk, a lock that stays, missing objects. marks: files with leftover conflict marks. */
  | { readonly is: 'broken'; readonly reason: string; readonly marks?: readonly string[] }

/** The kind of trouble that people are told: leftover conflict marks are an unresolved conflict. */
export const troubleKind = <Of extends Trouble>(trouble: Of): Of['is'] | 'conflict' =>
  trouble.is === 'broken' && trouble.marks !== undefined ? 'conflict' : trouble.is

/** Trouble that an agent can fix in the worktree; any other trouble needs guidance or a person. */
export const isForAgent = (trouble: Trouble): boolean =>
  trouble.is === 'conflict' ||
  trouble.is === 'red-check' ||
  (trouble.is === 'broken' && trouble.marks !== undefined)
