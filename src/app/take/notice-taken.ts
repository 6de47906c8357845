/** Compares what is recorded about takes with what git shows, and records the difference, so that every view says what is true. */
import type { Fact } from '../../core/run/event.ts'
import type { Run } from '../../core/run/run.ts'
import { isMergedByPulls } from '../../core/take/result-in-pulls.ts'
import { applyTakeFact, type Taking, type TakeFact } from '../../core/take/taking.ts'
import type { RunId } from '../../core/value/ids.ts'
import { isAncestor } from '../../git/call/commits.ts'
import { findRepository, type Repository } from '../../git/call/repository.ts'
import { lookAtTakes, type TakesSight } from '../../git/take/look-at-takes.ts'
import { isAtRest, recordAlone } from '../ask/settle-branches.ts'
import { openStoreToRead, readRun, recentRunsWith } from '../look/read-runs.ts'
import type { Workspace } from '../place/workspace.ts'

export async function withTakenNoticed(workspace: Workspace, run: Run): Promise<Run> {
  if (!isAtRest(run) || run.takeUnderWay !== null || run.target === null) return run
  const lookup = await findRepository(run.settings.directory)
  if (!lookup.ok) return run
  const sight = await lookAtTakes(lookup.repository, run)
  const facts = await factsFrom(workspace, run, sight, lookup.repository)
  if (facts.length === 0) return run
  const isAsSeen = (now: Run): boolean => now.sequence === run.sequence
  const record = (now: Run): readonly Fact[] => (isAsSeen(now) ? facts : [])
  // While another run is conducted here nothing can be recorded, and the truth is told all the same.
  return recordAlone(workspace, run.id, record) ?? withFacts(run, facts)
}

/** Older runs than these hardly change their standing today. */
const MOST_NOTICED = 10

/** The take of one run may bring others along, and its undo takes them back. */
export async function noticeAllTaken(workspace: Workspace): Promise<void> {
  for (const run of recentRuns(workspace)) await withTakenNoticed(workspace, run)
}

function recentRuns(workspace: Workspace): readonly Run[] {
  const store = openStoreToRead(workspace)
  try {
    const runs = store.runs().slice(-MOST_NOTICED)
    return runs.map((id) => readRun(store, id))
  } finally {
    store.close()
  }
}

async function factsFrom(
  workspace: Workspace,
  run: Run,
  { lost, found }: TakesSight,
  repository: Repository,
): Promise<readonly TakeFact[]> {
  const gone = lost.map((taking) => ({ type: 'take-lost', taking }) as const)
  if (found === null) return gone
  const { branch, tip: to } = found
  const result = run.target!.tip
  const taking = await causeOf(workspace, run, { branch, to }, repository)
  return [...gone, { type: 'result-taken', taking, result, check: 'none' }]
}

type Found = Pick<Taking & { is: 'by-hand' }, 'branch' | 'to'>

async function causeOf(
  workspace: Workspace,
  run: Run,
  found: Found,
  { root }: Repository,
): Promise<Taking> {
  if (isMergedByPulls(run))
    return { is: 'pull-requests', remote: run.publishing?.remote ?? '', ...found }
  const other = await broughtBy(workspace, run, found.branch, root)
  return other === null ? { is: 'by-hand', ...found } : { is: 'with-run', run: other, ...found }
}

/** The run whose take moved the branch from a commit without the result to one with it; null: none did. */
async function broughtBy(
  workspace: Workspace,
  { id, target }: Run,
  branch: string,
  root: string,
): Promise<RunId | null> {
  const has = (commit: string): Promise<boolean> => isAncestor(target!.tip, commit, root)
  for (const other of recentRunsWith(workspace, 'result-taken'))
    for (const { taking } of other.id === id ? [] : other.taken)
      if (taking.is === 'merge' && taking.branch === branch)
        if ((await has(taking.to)) && !(await has(taking.from))) return other.id
  return null
}

function withFacts(run: Run, facts: readonly TakeFact[]): Run {
  const changed = { ...run }
  for (const fact of facts) applyTakeFact(changed, { ...fact, at: Date.now() })
  return changed
}
