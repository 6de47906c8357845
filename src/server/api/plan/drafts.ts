/** Drafts: changes to task files that have no run yet, kept until a run is started with them or the file is read anew. */
import {
  joinChanges,
  plannedRun,
  tryChanges,
  tryFitting,
  type PlanChange,
  type RefusedChange,
} from '../../../core/plan/plan-changes.ts'
import type { Run } from '../../../core/run/run.ts'
import { sayRefusal } from '../../../core/say/say-failure.ts'
import { notFound, Refused } from '../../http/api-error.ts'
import type { PlanProblem, ReadPlan } from '../../served/served-plans.ts'
import type { ServedRepository } from '../../served/served-repository.ts'

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
  /** null: none was named, and there is none of the usual name. */
  find(file: string | null): Promise<DraftedPlan | null>
  read(file: string | null): Promise<DraftedPlan>
  /** Drops the draft, and reads the file again. */
  readAnew(file: string | null): Promise<DraftedPlan>
  change(file: string | null, changes: (run: Run) => readonly PlanChange[]): Promise<DraftedPlan>
}

export function openDrafts(served: ServedRepository): Drafts {
  const read = async (file: string | null) => mustRead(await served.plan(file))
  return {
    async find(file) {
      const plan = await served.plan(file)
      return plan && drafted(mustRead(plan))
    },
    read: async (file) => drafted(await read(file)),
    async readAnew(file) {
      const plan = await read(file)
      served.drafts.set(plan.file, [])
      return drafted(plan)
    },
    async change(file, changes) {
      // There is no await after this read, so of two clients that change the draft at once neither loses its changes.
      const plan = await read(file)
      const before = drafted(plan)
      const tried = tryChanges(before.run, changes(before.run))
      if (!tried.ok) throw badChanges(tried.refused)
      served.drafts.set(plan.file, joinChanges([...served.drafts.get(plan.file), ...tried.changes]))
      return drafted(plan)
    },
  }

  /** A draft by the name that the file has once it is read: users can give the same file under several names. */
  function drafted({ file, plan, settings, warnings }: ReadPlan & { ok: true }): DraftedPlan {
    const draft = served.drafts.get(file)
    const { run, changes, unfit } = tryFitting(plannedRun(plan, settings), draft)
    const drop = (): void => {
      const isSame = JSON.stringify(served.drafts.get(file)) === JSON.stringify(draft)
      if (isSame) served.drafts.set(file, [])
    }
    return { file, run, changes, warnings: [...warnings, ...unfit.map(sayUnfit)], drop }
  }
}

/** The task file was edited since the draft was made. The change is kept: it may fit again. */
const sayUnfit = ({ task, refusal }: RefusedChange): string =>
  `the drafted change of "${task}" does not fit the task file any more: ${sayRefusal(refusal)}`

function mustRead(read: ReadPlan | null): ReadPlan & { readonly ok: true } {
  if (read === null) mustBeThere()
  if (read.ok) return read
  const { length } = read.problems
  throw new Refused(422, {
    error: 'bad_plan',
    message: `${read.file} has ${length === 1 ? 'a problem' : `${length} problems`}`,
    hint: 'each says what to do about it',
    problems: read.problems,
  })
}

export function mustBeThere(): never {
  throw notFound('no_plan', 'there is no task file here', '`conductor init` makes one')
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
