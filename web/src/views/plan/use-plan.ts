/** The plan that the view draws: that of the shown run, with the draft. */
import { useMemo, useSyncExternalStore } from 'react'
import { criticalPath, type PlanGraph } from '../../../../src/core/plan/graph.ts'
import type { TaskId } from '../../../../src/core/value/ids.ts'
import type { Plan } from '../../../../src/core/plan/plan.ts'
import type { PlanChange } from '../../../../src/core/plan/plan-changes.ts'
import type { Run } from '../../../../src/core/run/run.ts'
import { useShownRun, type ShownRun } from '../../data/live/shown-run.tsx'
import { batchMembers } from './plan-cells.ts'
import { collisionsIn, type PredictedCollision } from './predicted-collisions.ts'
import { draftFor, readDraft, subscribeDraft } from '../../act/plan-draft.ts'
import { withDraft, type DraftedRun } from './edit/propose-change.ts'

export interface ShownPlan {
  readonly shown: ShownRun
  /** The run without the draft. */
  readonly run: Run
  readonly drafted: DraftedRun
  /** The plan with the draft. */
  readonly plan: Plan
  readonly graph: PlanGraph
  readonly batches: readonly (readonly number[])[]
  readonly collisions: readonly PredictedCollision[]
  /** The tasks of the longest chain, as indexes in the plan. */
  readonly chain: ReadonlySet<number>
  /** The tasks that the draft changes, as indexes in the plan. */
  readonly changed: ReadonlySet<number>
}

export function useShownPlan(): ShownPlan {
  const shown = useShownRun()
  const { run, mode } = shown
  draftFor(`${mode} ${run.id} ${mode === 'plan' ? run.source.file : run.startedAt}`)
  const draft = useSyncExternalStore(subscribeDraft, readDraft)
  const states = statesOf(run, draft)
  const drafted = useMemo(() => withDraft(run, draft), [run.plan, draft, states])
  const drawn = useMemo(() => drawnOf(drafted), [drafted])
  return { shown, run, drafted, ...drawn }
}

function drawnOf({ run: { plan, graph }, changes }: DraftedRun) {
  const placeOf = (id: TaskId): number => graph.indexOf.get(id)!
  return {
    plan,
    graph,
    batches: batchMembers(graph),
    collisions: collisionsIn(plan, graph),
    chain: new Set(criticalPath(plan, graph).map(placeOf)),
    changed: new Set(changes.map(({ task }) => placeOf(task))),
  }
}

/** Whether a draft can still be applied depends on nothing but the states of its tasks. */
const statesOf = (run: Run, draft: readonly PlanChange[]): string =>
  draft.map(({ task }) => run.states[run.graph.indexOf.get(task) ?? -1]?.is).join()

export interface ShownSelection {
  readonly plan: ReturnType<typeof useShownPlan>
  /** The index of a task in the plan. */
  readonly selected: number | null
  readonly select: (task: number | null) => void
}
