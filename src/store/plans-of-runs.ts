/** The plan of each run as it is now, for the tables: folded from the few events that change it. */
import type { DatabaseSync } from 'node:sqlite'
import { changedGraph, planGraph, type PlanGraph } from '../core/plan/graph.ts'
import { joinChanges, type PlanChange } from '../core/plan/plan-changes.ts'
import type { Plan, TaskChange } from '../core/plan/plan.ts'
import type { Event, Fact, RunSettings } from '../core/run/event.ts'
import { broughtForward } from '../core/run/older-event.ts'
import type { RunId, TaskId } from '../core/value/ids.ts'

interface PlanOfRun {
  readonly plan: Plan
  readonly settings: RunSettings
  readonly graph: PlanGraph
  /** What people have changed since the run began. */
  readonly changes: readonly PlanChange[]
}

export interface PlansOfRuns {
  /** Takes an event in; others than those about the plan change nothing. */
  apply(event: Event): void
  of(run: RunId): PlanOfRun
}

/** More runs than these are read again when they are needed. */
const MOST = 4

const ABOUT_PLANS = `('run-started', 'tasks-added', 'task-changed', 'priority-changed')`

export function plansOfRuns(db: DatabaseSync): PlansOfRuns {
  const plans = new Map<RunId, PlanOfRun>()
  const keep = (run: RunId, plan: PlanOfRun): PlanOfRun => {
    plans.delete(run)
    plans.set(run, plan)
    if (plans.size > MOST) plans.delete(plans.keys().next().value!)
    return plan
  }
  return {
    apply(event) {
      if (event.type === 'run-started') return void keep(event.run, begun(event))
      const isAbout = event.type === 'tasks-added' || changeIn(event) !== null
      if (isAbout)
        keep(event.run, after(plans.get(event.run) ?? read(event.run, event.sequence), event))
    },
    of: (run) => plans.get(run) ?? keep(run, read(run, Infinity)),
  }

  /** The plan as it was before that event. */
  function read(run: RunId, before: number): PlanOfRun {
    const rows = db
      .prepare(
        `select sequence, at, fact from events where run = ? and type in ${ABOUT_PLANS} order by sequence`,
      )
      .all(run)
    const events = rows
      .filter(({ sequence }) => Number(sequence) < before)
      .map(({ sequence, at, fact }) =>
        broughtForward({
          ...(JSON.parse(String(fact)) as Fact),
          run,
          at: Number(at),
          sequence: Number(sequence),
        }),
      )
    const [first, ...rest] = events
    if (first?.type !== 'run-started') throw new Error(`run ${run} has no beginning`)
    return rest.reduce(after, begun(first))
  }
}

const begun = ({ plan, settings }: Event & { type: 'run-started' }): PlanOfRun => ({
  plan,
  settings,
  graph: planGraph(plan, settings),
  changes: [],
})

function after(before: PlanOfRun, event: Event): PlanOfRun {
  const { settings } = before
  if (event.type === 'tasks-added') {
    const plan = { ...before.plan, tasks: [...before.plan.tasks, ...event.tasks] }
    return { ...before, plan, graph: planGraph(plan, settings) }
  }
  const changed = changeIn(event)
  if (changed === null) return before
  const { task, change } = changed
  const place = before.graph.indexOf.get(task)!
  const tasks = before.plan.tasks.with(place, { ...before.plan.tasks[place]!, ...change })
  const plan = { ...before.plan, tasks }
  const graph = changedGraph(plan, before.graph, place, change)
  return { ...before, plan, graph, changes: joinChanges([...before.changes, changed]) }
}

function changeIn(event: Event): { readonly task: TaskId; readonly change: TaskChange } | null {
  if (event.type === 'task-changed') return { task: event.task, change: event.change }
  if (event.type === 'priority-changed')
    return { task: event.task, change: { priority: event.priority } }
  return null
}
