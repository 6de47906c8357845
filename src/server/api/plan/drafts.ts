/** Drafts: changes to task files that have no run yet, kept until a run is started with them or the server ends. */
import {
  joinChanges,
  plannedRun,
  tryChanges,
  type PlanChange,
  type RefusedChange,
} from '../../../core/plan/plan-changes.ts'
import type { Run } from '../../../core/run/run.ts'
import { sayRefusal } from '../../../core/say/say-failure.ts'
import { notFound, Refused } from '../../http/api-error.ts'
import type { PlanProblem, ReadPlan, ServedRepository } from '../../served-repository.ts'

export interface DraftedPlan {
  readonly file: string
  /** The run that the plan would be, with the changes of the draft. */
  readonly run: Run
  readonly changes: readonly PlanChange[]
  readonly warnings: readonly string[]
  /** Drops the draft, because a run has its changes. One that was changed since stays whole: it came too late. */
  drop(): void
}

/** file null: the usual one. A file that cannot be read and changes that do not fit throw Refused. */
export interface Drafts {
  read(file: string | null): Promise<DraftedPlan>
  /** Drops the draft, and reads the file again. */
  readAnew(file: string | null): Promise<DraftedPlan>
  change(file: string | null, changes: (run: Run) => readonly PlanChange[]): Promise<DraftedPlan>
}

/** At most this many files can have a draft. */
const MOST = 50

export function openDrafts(served: ServedRepository): Drafts {
  /** By the name that the file has once it is read: users can give the same file under several names. */
  const drafts = new Map<string, readonly PlanChange[]>()
  const read = async (file: string | null) => mustRead(await served.plan(file))
  return {
    read: async (file) => drafted(await read(file)),
    async readAnew(file) {
      const plan = await read(file)
      drafts.delete(plan.file)
      return drafted(plan)
    },
    async change(file, changes) {
      // There is no await after this read, so of two clients that change the draft at once neither loses its changes.
      const plan = await read(file)
      const before = drafted(plan)
      const tried = tryChanges(before.run, changes(before.run))
      if (!tried.ok) throw badChanges(tried.refused)
      drafts.set(plan.file, joinChanges([...before.changes, ...tried.changes]))
      if (drafts.size > MOST) drafts.delete(drafts.keys().next().value!)
      return drafted(plan)
    },
  }

  function drafted({ file, plan, settings, warnings }: ReadPlan & { ok: true }): DraftedPlan {
    const planned = plannedRun(plan, settings)
    const draft = drafts.get(file)
    const drop = (): void => {
      if (drafts.get(file) === draft) drafts.delete(file)
    }
    const tried = tryChanges(planned, draft ?? [])
    if (tried.ok) return { file, run: tried.run, changes: tried.changes, warnings, drop }
    // The task file was edited since the draft was made.
    drop()
    return { file, run: planned, changes: [], warnings: [...warnings, DROPPED], drop }
  }
}

const DROPPED = 'the changes that were drafted do not fit the task file any more, and were dropped'

function mustRead(read: ReadPlan | null): ReadPlan & { readonly ok: true } {
  if (read === null)
    throw notFound('no_plan', 'there is no task file here', '`conductor init` makes one')
  if (read.ok) return read
  const { length } = read.problems
  throw new Refused(422, {
    error: 'bad_plan',
    message: `${read.file} has ${length === 1 ? 'a problem' : `${length} problems`}`,
    hint: 'each says what to do about it',
    problems: read.problems,
  })
}

export function badChanges(refused: readonly RefusedChange[]): Refused {
  const problems = refused.map(({ task, refusal }): PlanProblem => ({
    place: task,
    message: sayRefusal(refusal),
    hint: null,
  }))
  return new Refused(422, {
    error: 'bad_changes',
    message: problems.map(({ message }) => message).join('\n'),
    hint: 'nothing was changed',
    problems,
  })
}
