/** What an attempt hands over, and what can stand in the way of bringing it into the target. */
import type { CommitId } from '../value/ids.ts'

/** Counted by git. */
export interface Changes {
  readonly filesCreated: number
  readonly filesChanged: number
  readonly linesAdded: number
  readonly linesDeleted: number
}

export interface DeliveredFile {
  readonly path: string
  /** A file that was renamed is one that went and one that came. */
  readonly is: 'added' | 'deleted' | 'changed'
}

/** So many files are named in a delivery; however many there are, `changes` has counted them all. */
export const MOST_FILES_NAMED = 100

export interface Delivery {
  readonly branch: string
  readonly commit: CommitId
  /** What it is measured against: `git diff base commit` is what the attempt did. */
  readonly base: CommitId
  readonly changes: Changes
  /** The first of them, in the order of their paths. */
  readonly files: readonly DeliveredFile[]
  /** Something was left uncommitted and has been committed for the agent. */
  readonly leftover: boolean
  /** Files with marks of a conflict in them that its base has not; absent: none. */
  readonly marked?: readonly string[]
  /** Submodules at commits that no remote of theirs has; absent: none. */
  readonly unpublished?: readonly Unpublished[]
}

/** Whoever gets the delivery could not fetch them. */
export interface Unpublished {
  /** Of the submodule. */
  readonly path: string
  readonly commit: CommitId
  /** What keeps it in the repository around it. */
  readonly ref: string
  /** Where to push it; null: the submodule has no remote. */
  readonly url: string | null
  /** What to push it as. */
  readonly branch: string
}

export interface Unasked {
  readonly area: string
  /** Those of the area that were changed; none: the whole task belongs to it. */
  readonly files: readonly string[]
}

/** A file that git cannot merge by itself; a version that does not exist is null. */
export interface Conflict {
  readonly path: string
  /** As git says it: "content", "modify/delete", "add/add", ... */
  readonly kind: string
  /** Names of the blobs: `git show <name>` prints one. */
  readonly base: string | null
  readonly target: string | null
  readonly task: string | null
}

/** Why a delivery is not in the target. */
export type Trouble =
  /** marks: somebody has begun the merge in its worktree, and these files still have its marks in them. */
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
  /** Nobody but a person may say that it may land: the user asked for that. */
  | { readonly is: 'approval' }
  /** V13: it changed something in areas that a person should have been asked about first. */
  | { readonly is: 'unasked'; readonly areas: readonly Unasked[] }
  /** It had landed, and someone has taken it out of the target again. */
  | { readonly is: 'left-target'; readonly commit: CommitId }
  /** Git itself could not: a full disk, a lock that stays, objects that are gone. marks: files that hold those of an unfinished merge. */
  | { readonly is: 'broken'; readonly reason: string; readonly marks?: readonly string[] }

/** As people are told of it: where marks of a merge are left, that is a conflict nobody has resolved. */
export const kindOf = <Of extends Trouble>(trouble: Of): Of['is'] | 'conflict' =>
  trouble.is === 'broken' && trouble.marks !== undefined ? 'conflict' : trouble.is

/** What whoever works on it can put right in the folder; for the rest its words, or a person, are needed. */
export const isForAgent = (trouble: Trouble): boolean =>
  trouble.is === 'conflict' ||
  trouble.is === 'red-check' ||
  (trouble.is === 'broken' && trouble.marks !== undefined)
