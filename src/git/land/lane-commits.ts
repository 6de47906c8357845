/** Where the branches of lanes stand beside the target: their last commits, and whether they would merge. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { commitId, type CommitId, type LaneName } from '../../core/value/ids.ts'
import { atMost } from '../call/at-most.ts'
import { distanceOf, type Distance } from '../call/commits.ts'
import { mustGit } from '../call/git-command.ts'
import { inTurn } from '../call/in-turn.ts'
import type { Repository } from '../call/repository.ts'
import { conflictsBetween } from './collisions-between.ts'

export interface LaneBranch {
  readonly lane: LaneName
  /** Without refs/heads/. */
  readonly branch: string
}

interface LaneCommit extends LaneBranch, Distance {
  /** The last commit of the branch. When there is no such branch, this and the next three fields are null. */
  readonly head: CommitId | null
  /** The first line of the commit message. */
  readonly subject: string | null
  /** When the commit was made, in milliseconds since 1970. */
  readonly at: number | null
  readonly author: string | null
  /** null, as are the distances, when git cannot tell. */
  readonly mergesCleanly: boolean | null
  /** Files that git cannot merge by itself. */
  readonly conflicts: readonly string[]
}

export interface LaneCommits {
  /** target: a branch. As long as no branch moves, this starts git only once, however many lanes there are. */
  look(lanes: readonly LaneBranch[], target: string): Promise<readonly LaneCommit[]>
}

/**
 * Changes nothing in the repository: git writes its trial merges into scratch, and they are deleted
 * afterwards. Calls of look() run one after another.
 */
export function openLaneCommits(repository: Repository, scratch: string): LaneCommits {
  const memory: Memory = { repository, scratch, standings: new Map() }
  const turn = inTurn()
  return { look: (lanes, target) => turn(() => look(memory, lanes, target)) }
}

interface Memory {
  readonly repository: Repository
  readonly scratch: string
  /** By the pair of commits. A commit never changes, so the standing between two commits never changes either. */
  readonly standings: Map<string, Standing>
}

type Standing = Pick<LaneCommit, 'ahead' | 'behind' | 'mergesCleanly' | 'conflicts'>

const NOT_KNOWN: Standing = { ahead: null, behind: null, mergesCleanly: null, conflicts: [] }

interface Pair {
  readonly target: CommitId
  readonly head: CommitId
}

async function look(
  memory: Memory,
  lanes: readonly LaneBranch[],
  target: string,
): Promise<readonly LaneCommit[]> {
  const heads = await headsOf(memory.repository, [target, ...lanes.map(({ branch }) => branch)])
  const tip = heads.get(target)?.head
  const pairs = new Map<string, Pair>()
  for (const { branch } of lanes) {
    const head = heads.get(branch)?.head
    if (tip !== undefined && head !== undefined) pairs.set(nameOf(tip, head), { target: tip, head })
  }
  await learn(memory, pairs)
  return lanes.map(({ lane, branch }) => {
    const head = heads.get(branch) ?? NO_HEAD
    const standing = memory.standings.get(nameOf(tip, head.head)) ?? NOT_KNOWN
    return { lane, branch, ...head, ...standing }
  })
}

const nameOf = (target: CommitId | undefined, head: CommitId | null): string => `${target} ${head}`

type Head = Pick<LaneCommit, 'subject' | 'at' | 'author'> & { readonly head: CommitId }

const NO_HEAD = { head: null, subject: null, at: null, author: null } as const

const FIELDS = ['refname:lstrip=2', 'objectname', 'committerdate:unix', 'authorname', 'subject']

/** The last commits, by the name of the branch. */
async function headsOf(
  { common }: Repository,
  branches: readonly string[],
): Promise<ReadonlyMap<string, Head>> {
  const format = `--format=${FIELDS.map((field) => `%(${field})`).join('%00')}`
  const refs = [...new Set(branches)].map((branch) => `refs/heads/${branch}`)
  const listing = await mustGit(['for-each-ref', format, ...refs], { in: common })
  return new Map(
    listing
      .split('\n')
      .filter(Boolean)
      .map((row) => headIn(row.split('\0'))),
  )
}

function headIn([branch, id, at, author, subject]: readonly string[]): readonly [string, Head] {
  const head = commitId(id ?? '')
  return [
    branch ?? '',
    { head, at: Number(at) * 1000, author: author ?? '', subject: subject ?? '' },
  ]
}

/** Works out the standing of every pair that is not known yet, and forgets the pairs that are not in this look. */
async function learn(memory: Memory, pairs: ReadonlyMap<string, Pair>): Promise<void> {
  const { standings, repository, scratch } = memory
  for (const name of standings.keys()) if (!pairs.has(name)) standings.delete(name)
  const unknown = [...pairs].filter(([name]) => !standings.has(name))
  if (unknown.length === 0) return
  mkdirSync(scratch, { recursive: true, mode: 0o700 })
  const objects = mkdtempSync(join(scratch, 'lanes-'))
  const share = atMost(2)
  try {
    await Promise.all(
      unknown.map(([name, pair]) =>
        share(async () => {
          const standing = await standingOf({ repository, objects }, pair)
          if (standing.mergesCleanly !== null) standings.set(name, standing)
        }),
      ),
    )
  } finally {
    rmSync(objects, { recursive: true, force: true })
  }
}

/** When one side has no commits of its own, there is nothing to merge. */
async function standingOf(
  place: { readonly repository: Repository; readonly objects: string },
  { target, head }: Pair,
): Promise<Standing> {
  const git = { in: place.repository.common, gently: true }
  const { ahead, behind } = await distanceOf(target, head, git)
  if (ahead === 0 || behind === 0) return { ahead, behind, mergesCleanly: true, conflicts: [] }
  const conflicts = await conflictsBetween(place, target, head)
  const mergesCleanly = conflicts === null ? null : conflicts.length === 0
  return { ahead, behind, mergesCleanly, conflicts: conflicts ?? [] }
}
