/** What runs of a repository teach about conflicts: how often two tasks on one file conflict, and how long resolving takes. */
import type { ConflictOdds } from '../plan/collision-settings.ts'
import type { Event } from '../run/event.ts'

export interface ConflictHistory {
  /** Pairs of tasks that worked at the same time and changed a common file. */
  readonly pairs: number
  /** Of these, how many git could not merge. */
  readonly conflicts: number
  /** How long attempts to resolve a conflict took, in seconds, the oldest first. */
  readonly resolutions: readonly number[]
}

export const NO_CONFLICT_HISTORY: ConflictHistory = { pairs: 0, conflicts: 0, resolutions: [] }

/** The work of a task as far as it can conflict with that of another. */
export interface Work {
  readonly files: readonly string[]
  readonly startedAt: number
  readonly endedAt: number
  /** Files of it that could not be merged. */
  readonly conflicting: readonly string[]
}

/** A file that more tasks have changed makes too many pairs to be worth counting. */
const MOST_ON_FILE = 300

export function conflictsAmong(works: readonly Work[]): Omit<ConflictHistory, 'resolutions'> {
  const onFile = new Map<string, number[]>()
  works.forEach(({ files }, at) => {
    for (const file of files) {
      const list = onFile.get(file)
      if (list === undefined) onFile.set(file, [at])
      else if (list.length < MOST_ON_FILE) list.push(at)
    }
  })
  const shared = new Map<string, boolean>()
  for (const [file, list] of onFile)
    list.forEach((a, place) => {
      for (const b of list.slice(place + 1)) {
        const [one, other] = [works[a]!, works[b]!]
        if (one.startedAt >= other.endedAt || other.startedAt >= one.endedAt) continue
        const isConflict = one.conflicting.includes(file) || other.conflicting.includes(file)
        shared.set(`${a} ${b}`, isConflict || (shared.get(`${a} ${b}`) ?? false))
      }
    })
  return { pairs: shared.size, conflicts: [...shared.values()].filter(Boolean).length }
}

/** The types of events that `conflictsOf` reads. */
export const EVENTS_OF_CONFLICTS = [
  'attempt-started',
  'attempt-ended',
  'resolve-needed',
  'review-needed',
] as const

/** `events`: those of any number of runs, in their order. */
export function conflictsOf(events: Iterable<Event>): ConflictHistory {
  const runs = new Map<string, Map<string, Traced>>()
  const resolutions: number[] = []
  for (const event of events) {
    if (!('task' in event) || event.task === null) continue
    const tasks = runs.get(event.run) ?? new Map<string, Traced>()
    runs.set(event.run, tasks)
    const traced = tasks.get(event.task) ?? { ...UNTRACED }
    tasks.set(event.task, traced)
    const seconds = trace(traced, event)
    if (seconds !== null) resolutions.push(seconds)
  }
  let [pairs, conflicts] = [0, 0]
  for (const tasks of runs.values()) {
    const counts = conflictsAmong([...tasks.values()])
    pairs += counts.pairs
    conflicts += counts.conflicts
  }
  return { pairs, conflicts, resolutions }
}

type Traced = { -readonly [Key in keyof Work]: Work[Key] } & { resolvingSince: number | null }

const UNTRACED: Traced = {
  files: [],
  startedAt: 0,
  endedAt: 0,
  conflicting: [],
  resolvingSince: null,
}

/** How long the attempt that has just ended took to resolve a conflict; null: it was none. */
function trace(task: Traced, event: Event): number | null {
  const isResolving = task.conflicting.length > 0
  switch (event.type) {
    case 'attempt-started':
      if (isResolving) task.resolvingSince = event.at
      else task.startedAt = event.at
      return null
    case 'attempt-ended': {
      if (!isResolving) {
        task.endedAt = event.at
        task.files = (event.delivery?.files ?? []).map(({ path }) => path)
        return null
      }
      const since = task.resolvingSince
      task.resolvingSince = null
      return since !== null && event.outcome.is === 'succeeded' ? (event.at - since) / 1000 : null
    }
    case 'resolve-needed':
    case 'review-needed':
      if (event.trouble.is === 'conflict' && !isResolving)
        task.conflicting = event.trouble.files.map(({ path }) => path)
      return null
    default:
      return null
  }
}

const USUAL_RATE = 0.4
/** As many pairs as this count as much as what is usual elsewhere. */
const TRUST_IN_RATE = 10
const TRUST_IN_TIME = 3
const NEWEST = 50

export function conflictOdds({ pairs, conflicts, resolutions }: ConflictHistory): ConflictOdds {
  const newest = resolutions.slice(-NEWEST).toSorted((a, b) => a - b)
  return {
    rate: (USUAL_RATE * TRUST_IN_RATE + conflicts) / (TRUST_IN_RATE + pairs),
    resolveSeconds: newest[Math.floor(newest.length / 2)] ?? null,
    trust: newest.length / (newest.length + TRUST_IN_TIME),
    pairs,
    conflicts,
  }
}
