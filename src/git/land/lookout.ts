/** Looks at what has changed in open worktrees, and which of them could not be merged as they stand. */
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Lookout, OpenWorktree, Sighting } from '../../conduct/worktree-ports.ts'
import { atMost } from '../call/at-most.ts'
import { tally } from '../diff/changed-files.ts'
import { isFolder } from '../call/registered-worktrees.ts'
import { isRefusal } from '../call/git-command.ts'
import { snapshotOf, type WorktreeSnapshot } from './worktree-snapshot.ts'
import { inTurn } from '../call/in-turn.ts'
import { mayConflict } from './may-conflict.ts'
import type { Repository } from '../call/repository.ts'
import { conflictsBetween } from './collisions-between.ts'
import { worktreeGit } from '../worktree/worktree-git.ts'
import { begunIn } from '../worktree/worktree-state.ts'

interface Limits {
  /** The most that scratch may hold. */
  readonly mostBytes: number
  /**
   * A worktree with more changed files is looked at only when its attempt has ended: reading them again
   * and again would take the disk from the agents.
   */
  readonly mostFiles: number
}

const USUAL: Limits = { mostBytes: 256 * 2 ** 20, mostFiles: 5000 }

/** scratch: a folder of ours that may be emptied at any time. Calls of look() run one after another. */
export function openLookout(
  repository: Repository,
  scratch: string,
  limits: Partial<Limits> = {},
): Lookout {
  const memory: Memory = {
    ...USUAL,
    ...limits,
    repository,
    scratch,
    snapshots: new Map(),
    merges: new Map(),
  }
  const turn = inTurn()
  return { look: (open) => turn(() => look(memory, open)) }
}

interface Memory extends Limits {
  readonly repository: Repository
  readonly scratch: string
  /** Glimpses by the folder of the worktree. */
  readonly snapshots: Map<string, WorktreeSnapshot>
  /** By the pair of commits: the files that cannot be merged. */
  readonly merges: Map<string, readonly string[]>
}

interface Seen {
  readonly worktree: OpenWorktree
  readonly snapshot: WorktreeSnapshot
}

/** snapshot null: the worktree has too many changed files to look at. */
type Looked = Seen | { readonly worktree: OpenWorktree; readonly snapshot: null }

async function look(memory: Memory, open: readonly OpenWorktree[]): Promise<Sighting> {
  if (!existsSync(join(memory.scratch, 'objects'))) forget(memory)
  const before = new Map(memory.snapshots)
  const gone = open.flatMap((worktree) => sayGone(memory.repository, worktree))
  const there = open.filter((worktree) => sayGone(memory.repository, worktree).length === 0)
  const looked = (await twoAtOnce(there, (worktree) => see(memory, worktree))).flat()
  const seen = looked.filter((one) => one.snapshot !== null)
  const collisions = await collisionsAmong(memory, seen)
  keepOnly(memory.snapshots, new Set(seen.map(({ worktree }) => worktree.path)))
  const isNew = seen.some(({ worktree, snapshot }) => before.get(worktree.path) !== snapshot)
  if (isNew && bytesIn(memory.scratch) > memory.mostBytes) forget(memory)
  return {
    touched: new Map(
      seen.map(({ worktree, snapshot: { files } }) => [worktree.lane, summed(files)]),
    ),
    collisions,
    outside: [
      ...gone,
      ...seen.flatMap((one) => sayElsewhere(memory.repository, one)),
      ...looked.flatMap(sayTooMuch),
    ],
  }
}

const summed = (files: WorktreeSnapshot['files']) => ({
  files: files.map(({ path }) => path),
  ...tally(files),
})

/** Agents write and folders disappear meanwhile: a worktree that git cannot read now is looked at the next time. */
async function see(memory: Memory, worktree: OpenWorktree): Promise<readonly Looked[]> {
  const { repository, scratch, snapshots, mostFiles } = memory
  try {
    const last = snapshots.get(worktree.path)
    const now = await snapshotOf(repository, worktree, scratch, { last, mostFiles })
    if (now === null) snapshots.delete(worktree.path)
    else snapshots.set(worktree.path, now)
    return [{ worktree, snapshot: now }]
  } catch (error) {
    if (!isRefusal(error)) throw error
    snapshots.delete(worktree.path)
    return []
  }
}

async function collisionsAmong(
  memory: Memory,
  seen: readonly Seen[],
): Promise<Sighting['collisions']> {
  const pairs = seen.flatMap((one, position) =>
    seen.slice(position + 1).map((other) => [one, other] as const),
  )
  const close = pairs.filter(([one, other]) =>
    mayConflict(one.snapshot.files, other.snapshot.files),
  )
  const tried = await twoAtOnce(close, async ([one, other]) => {
    const files = await tryMerge(memory, one.snapshot, other.snapshot)
    return { lanes: [one.worktree.lane, other.worktree.lane] as const, files }
  })
  keepOnly(
    memory.merges,
    new Set(close.map(([one, other]) => nameOf(one.snapshot, other.snapshot))),
  )
  return tried.filter(({ files }) => files.length > 0)
}

const nameOf = (one: WorktreeSnapshot, other: WorktreeSnapshot): string =>
  `${one.commit} ${other.commit}`

/** The files in which two snapshots cannot be merged; none if git cannot tell. */
async function tryMerge(
  memory: Memory,
  one: WorktreeSnapshot,
  other: WorktreeSnapshot,
): Promise<readonly string[]> {
  const knownConflicts = memory.merges.get(nameOf(one, other))
  if (knownConflicts !== undefined) return knownConflicts
  const place = { repository: memory.repository, objects: join(memory.scratch, 'objects') }
  const files = await conflictsBetween(place, one.commit, other.commit)
  if (files === null) return []
  memory.merges.set(nameOf(one, other), files)
  return files
}

function sayGone(repository: Repository, { lane, path }: OpenWorktree): readonly string[] {
  if (!isFolder(path)) return [`The folder of ${lane} is gone: ${path}`]
  if (worktreeGit(repository, path).admin !== null) return []
  return [`Git does not know the folder of ${lane} as a worktree any more: ${path}`]
}

/** A rebase or bisect takes HEAD off its branch for a while, so it is not reported. */
function sayElsewhere(repository: Repository, { worktree, snapshot }: Seen): readonly string[] {
  const { admin } = worktreeGit(repository, worktree.path)
  if (snapshot.branch === worktree.branch || admin === null || begunIn(admin) !== null) return []
  const where = snapshot.branch === null ? 'on a commit of its own' : `on ${snapshot.branch}`
  return [`${worktree.lane} does not work on its branch ${worktree.branch} any more, but ${where}.`]
}

const sayTooMuch = ({ worktree, snapshot }: Looked): readonly string[] =>
  snapshot === null
    ? [`${worktree.lane} has changed thousands of files; they are looked at when its attempt ends.`]
    : []

function forget({ scratch, snapshots, merges }: Memory): void {
  rmSync(scratch, { recursive: true, force: true })
  snapshots.clear()
  merges.clear()
}

function keepOnly<Value>(map: Map<string, Value>, wanted: ReadonlySet<string>): void {
  for (const key of map.keys()) if (!wanted.has(key)) map.delete(key)
}

/** At most two at once: looking must not take the processors from the agents. */
async function twoAtOnce<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const share = atMost(2)
  return Promise.all(items.map((item) => share(() => work(item))))
}

function bytesIn(folder: string): number {
  return filesIn(folder)
    .map((file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size, 0)
}

/** All files in the folder; none if the folder is being deleted meanwhile. */
function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
  } catch (error) {
    if (isRefusal(error)) return []
    throw error
  }
}
