/** The part of the fold that is about the plan and its pace: the tasks, and how many may work at once. */
import type { Event } from './event.ts'
import { changedGraph, planGraph } from '../plan/graph.ts'
import type { TaskId } from '../value/ids.ts'
import type { Task, TaskChange } from '../plan/plan.ts'
import type { Draft } from './run-draft.ts'
import { indexOf } from './run.ts'
import { waitingSince } from './task-state.ts'

type PlanEvent = Extract<
  Event,
  {
    type:
      | 'run-paused'
      | 'run-unpaused'
      | 'agents-changed'
      | 'batch-paused'
      | 'batch-unpaused'
      | 'tasks-added'
      | 'task-approved'
      | 'priority-changed'
      | 'task-changed'
  }
>

export function applyPlanEvent(run: Draft, event: PlanEvent): void {
  switch (event.type) {
    case 'run-paused':
      run.paused = true
      return
    case 'run-unpaused':
      run.paused = false
      return
    case 'agents-changed':
      run.agents = event.agents
      return
    case 'batch-paused':
      run.pausedBatches.add(event.batch)
      return
    case 'batch-unpaused':
      run.pausedBatches.delete(event.batch)
      return
    case 'tasks-added':
      return addTasks(run, event.tasks, event.at)
    case 'task-approved':
      run.approved.add(event.task)
      return
    case 'priority-changed':
      return changeTask(run, event.task, { priority: event.priority })
    case 'task-changed':
      return changeTask(run, event.task, event.change)
  }
}

function addTasks(run: Draft, tasks: readonly Task[], at: number): void {
  run.plan = { ...run.plan, tasks: [...run.plan.tasks, ...tasks] }
  run.graph = planGraph(run.plan, run.settings)
  for (const _ of tasks) run.states.push(waitingSince(at))
  run.counts.waiting += tasks.length
}

function changeTask(run: Draft, id: TaskId, change: TaskChange): void {
  const index = indexOf(run, id)
  const task = run.plan.tasks[index]!
  if (index < run.begunWith && !run.asBegun.has(id)) run.asBegun.set(id, task)
  run.plan = { ...run.plan, tasks: run.plan.tasks.with(index, { ...task, ...change }) }
  run.graph = changedGraph(run.plan, run.graph, index, change)
}
