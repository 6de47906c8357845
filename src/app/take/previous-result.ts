/** The result of the previous run, as long as it has not been taken: a new run says so, and can build on it. */
import { foldRun } from '../../core/run/apply-event.ts'
import type { OnTopOf } from '../../core/run/event.ts'
import { deliveryOf, tasksWhere, type Run } from '../../core/run/run.ts'
import { sayResultInPulls } from '../../core/take/result-in-pulls.ts'
import { sayCount } from '../../core/say/say-count.ts'
import { firstFew } from '../../core/say/say-wait.ts'
import { isAncestor, tipOf } from '../../git/call/commits.ts'
import { findRepository } from '../../git/call/repository.ts'
import { mergeInMemory } from '../../git/land/merge-or-conflict.ts'
import type { SqliteEventStore } from '../../store/sqlite-event-store.ts'
import type { RunId, TaskId } from '../../core/value/ids.ts'
import { holdingOf, missingFrom } from '../../git/take/holding.ts'
import { Complaint } from '../console/complain.ts'

/** Only so many runs are read: a user hardly remembers an older one. */
const MOST_LOOKED_AT = 10

export interface Untaken {
  readonly run: Run
  /** The landed tasks whose work HEAD does not have. */
  readonly missing: ReadonlySet<TaskId>
}

/** The newest run with a result that HEAD does not have yet; null: there is none. */
export async function untakenBefore(
  store: SqliteEventStore,
  folder: string,
): Promise<Untaken | null> {
  const lookup = await findRepository(folder)
  if (!lookup.ok) return null
  const ids = store.runs().slice(-MOST_LOOKED_AT).toReversed()
  for (const id of ids) {
    const run = foldRun(store.eventsOf(id))
    if (run === null || run.target === null || run.target.tip === run.target.base) continue
    const { repository, head } = lookup
    const sides = { result: run.target.tip, tip: head }
    if ((await holdingOf(repository, run, sides)) === 'all') return null
    return { run, missing: await missingFrom(repository, run, head) }
  }
  return null
}

export function sayUntaken({ run, missing }: Untaken): string {
  const { id } = run
  // A task that has changed nothing is not missing anywhere.
  const landed = tasksWhere(run, ({ is }) => is === 'landed')
  const count = landed.filter((task) => deliveryOf(run, task.id) !== null).length
  const inPulls = sayResultInPulls(run, missing)
  const first = inPulls === null ? '' : `of run ${id}, ${inPulls}; `
  return `${first}${sayWithout(id, count, missing.size)} Take them first (conductor take ${id}), or build on them with --on-top`
}

/** HEAD may have a part of the result: some of its pull requests, or what had landed when it was taken. */
function sayWithout(id: RunId, landed: number, missing: number): string {
  const tasks = sayCount(landed, 'landed task')
  return missing === 0 || missing === landed
    ? `run ${id} has not been taken: this run begins without its ${tasks}.`
    : `run ${id} has not been taken as a whole: this run begins without ${missing} of its ${tasks}.`
}

/** The commit to begin at: the result, merged with HEAD in memory if that has moved since. */
export async function onTopOf(run: Run, folder: string): Promise<OnTopOf> {
  const lookup = await findRepository(folder)
  if (!lookup.ok) throw new Complaint(`${folder} cannot be read`)
  const { repository, head } = lookup
  const { branch } = run.target!
  const tip = (await tipOf(branch, repository.root)) ?? run.target!.tip
  if (await isAncestor(head, tip, repository.root)) return { run: run.id, commit: tip }
  const message = `Begin on top of run ${run.id}\n\nConductor-Run: ${run.id}\n`
  const merge = await mergeInMemory(repository, { onto: head, commit: tip, message })
  if (merge.is === 'merged') return { run: run.id, commit: merge.commit }
  throw new Complaint(
    `run ${run.id} conflicts with your branch in ${firstFew(merge.conflicts.map(({ path }) => path))}, so no run can begin on top of it`,
    `take it first (conductor take ${run.id}), or start without --on-top`,
  )
}
