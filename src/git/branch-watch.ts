/** Sees when a branch that is neither a lane's nor a target was moved while agents worked, and not by whoever has it checked out. */
import { join } from 'node:path'
import { commitId, laneName, type CommitId, type RunId } from '../core/ids.ts'
import { shellWord } from '../core/command-line.ts'
import { readLog } from './commits-made.ts'
import { inTurn } from './in-turn.ts'
import { adminsIn, folderOf } from './registered-worktrees.ts'
import type { Repository } from './repository.ts'
import { rescue } from './rescue.ts'
import { LANDED } from './target.ts'
import { refsIn } from './unkept.ts'
import type { WorktreeRecords } from './worktree-record.ts'

export interface BranchWatch {
  /** Before an agent starts: from now on moves are seen. */
  begin(): Promise<void>
  /** What has happened since the last look, in sentences with a command that puts it back; each is said once. */
  look(run: RunId): Promise<readonly string[]>
}

export function watchBranches(repository: Repository, records: WorktreeRecords): BranchWatch {
  let known: Promise<Tips> | null = null
  // Many attempts may end at once, and each move is said once.
  const turn = inTurn()
  return {
    async begin() {
      known ??= tipsOf(repository, records)
      await known
    },
    look: (run) => turn(() => look(run)),
  }

  async function look(run: RunId): Promise<readonly string[]> {
    if (known === null) return []
    const before = await known
    const now = await tipsOf(repository, records)
    known = Promise.resolve(new Map([...before.keys()].map((ref) => [ref, now.get(ref) ?? null])))
    const moves = [...before].flatMap(([ref, from]) => moveOf(ref, from, now.get(ref) ?? null))
    const others = moves.filter((move) => !isFromCheckout(repository, records, move))
    for (const move of others) await keepBoth(repository, run, move)
    return others.map(sayMove)
  }
}

/** By the full name of the branch; null: it was deleted. */
type Tips = ReadonlyMap<string, CommitId | null>

interface Move {
  readonly ref: string
  readonly from: CommitId
  readonly to: CommitId | null
}

/** Lanes are their agents' to move, and targets are watched when work lands on them. */
async function tipsOf(repository: Repository, records: WorktreeRecords): Promise<Tips> {
  const refs = await refsIn(repository, ['refs/heads', LANDED])
  const lanes = records.all().map(({ branch }) => `refs/heads/${branch}`)
  const targets = refs.map(({ ref }) => ref.replace(LANDED, 'refs/heads/'))
  const ours = new Set([...lanes, ...targets.filter((_, i) => refs[i]!.ref.startsWith(LANDED))])
  return new Map(
    refs
      .filter(({ ref }) => ref.startsWith('refs/heads/') && !ours.has(ref))
      .map(({ ref, object }) => [ref, commitId(object)]),
  )
}

const moveOf = (ref: string, from: CommitId | null, to: CommitId | null): readonly Move[] =>
  from === null || from === to ? [] : [{ ref, from, to }]

/** Whoever commits, pulls or rebases in a checkout moves its HEAD along, and that is in the log. */
function isFromCheckout(repository: Repository, records: WorktreeRecords, { to }: Move): boolean {
  const lanes = new Set(records.all().map(({ path }) => path))
  const others = adminsIn(repository).filter((admin) => !lanes.has(folderOf(admin) ?? ''))
  return [repository.common, ...others].some((git) =>
    readLog(join(git, 'logs', 'HEAD')).some((entry) => entry.to === to),
  )
}

/** Whichever of the two the user wants, the other is not lost. */
async function keepBoth(
  repository: Repository,
  run: RunId,
  { ref, from, to }: Move,
): Promise<void> {
  const why = `${nameOf(ref)} was moved while the run worked, not by Conductor`
  const note = { run, lane: laneName('moved'), attempt: null, why }
  await rescue(repository, to === null ? [from] : [from, to], note)
}

const nameOf = (ref: string): string => ref.replace(/^refs\/heads\//, '')

/** By compare-and-swap: it does nothing if somebody has gone on from there. */
function sayMove({ ref, from, to }: Move): string {
  const name = nameOf(ref)
  const who = 'while the run worked, not by Conductor and not from a checkout of yours'
  if (to === null)
    return `branch ${name} was deleted ${who}; \`git branch ${shellWord(name)} ${from}\` makes it again`
  const back = `git update-ref ${shellWord(ref)} ${from} ${to}`
  return `branch ${name} was moved from ${from.slice(0, 9)} to ${to.slice(0, 9)} ${who}; if that was not you, \`${back}\` puts it back, and both are kept in rescue`
}
