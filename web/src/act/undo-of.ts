/** The way back from an ask, for as long as there is one. */
import type { Ask } from '../../../src/core/ask/ask.ts'
import type { Task, TaskChange } from '../../../src/core/plan/plan.ts'
import { taskOf, type Run } from '../../../src/core/run/run.ts'

/** Found before it is asked; null: it cannot be taken back. */
export function undoOf(run: Run, ask: Ask): Ask | null {
  switch (ask.ask) {
    case 'pause':
      return { ask: 'unpause' }
    case 'unpause':
      return { ask: 'pause' }
    case 'skip':
      return { ask: 'retry', task: ask.task }
    case 'cancel':
      return { ask: 'retry', task: ask.task }
    case 'prioritise':
      return { ask: 'prioritise', task: ask.task, priority: taskOf(run, ask.task).priority }
    case 'budget':
      return { ...ask, usd: ask.task === null ? run.budgetUsd : taskOf(run, ask.task).budgetUsd }
    case 'agents':
      return { ask: 'agents', agents: run.agents }
    case 'pause-batch':
      return { ask: 'unpause-batch', batch: ask.batch }
    case 'unpause-batch':
      return { ask: 'pause-batch', batch: ask.batch }
    case 'change':
      return { ...ask, change: asItWas(taskOf(run, ask.task), ask.change) }
    case 'cancel-run':
    case 'preempt':
    case 'retry':
    case 'approve':
    case 'reject':
    case 'land-all':
    case 'land':
    case 'guide':
    case 'decide':
    case 'accept-branch':
    case 'hear':
    case 'take-guidance':
    case 'add':
    case 'together':
      return null
  }
}

/** The same fields, as they are now. */
const asItWas = (task: Task, change: TaskChange): TaskChange =>
  Object.fromEntries(
    Object.keys(change).map((field) => [field, task[field as keyof TaskChange] ?? null]),
  )
