/** Events are never changed, so older ones lack newer fields, which are filled in here, once, for everyone. */
import type { Delivery } from '../landing/delivery.ts'
import type { Event, RunSettings } from './event.ts'
import { estimateOf } from '../durations/estimate.ts'
import { once } from '../value/once.ts'
import { wholeTasks, type TaskChange } from '../plan/plan.ts'

/** How older versions behaved where their events have no setting. */
const OLDER_SETTINGS = {
  isolation: 'none',
  maxWorktrees: null,
  stacked: false,
  review: false,
  check: null,
  askFirst: {},
  budgetUsd: null,
  // Nothing was foreseen, and named files counted whatever they were.
  collisions: { apartAbove: 1, warnAbove: 1, rules: {}, isAuto: false, chosen: null },
} as const satisfies Partial<RunSettings>

export function broughtForward(event: Event): Event {
  switch (event.type) {
    case 'run-started': {
      const plan = { ...event.plan, tasks: whole(event.plan.tasks) }
      return { ...event, plan, settings: { ...OLDER_SETTINGS, ...event.settings } }
    }
    case 'tasks-added':
      return { ...event, tasks: whole(event.tasks) }
    case 'task-changed':
      return { ...event, change: wholeChange(event.change) }
    case 'attempt-ended':
      return event.delivery ? { ...event, delivery: withFiles(event.delivery) } : event
    case 'work-resealed':
      return { ...event, delivery: withFiles(event.delivery) }
    default:
      return event
  }
}

/** A plan that is simulated several times keeps its tasks, and with them what is known about them. */
const whole = once(wholeTasks)

/** Older estimates have no interval. */
const wholeChange = (change: TaskChange): TaskChange =>
  change.estimate === undefined ? change : { ...change, estimate: estimateOf(change.estimate) }

/** Older deliveries do not name their files. */
const withFiles = (delivery: Delivery): Delivery => ({ ...NO_FILES, ...delivery })

const NO_FILES: Pick<Delivery, 'files'> = { files: [] }
