/** Runs by the names that people give them: the live one, and older ones, folded when somebody asks. */
import { applyEvent, foldRun } from '../../../core/run/apply-event.ts'
import { closest } from '../../../core/value/closest.ts'
import { isTaskId, type AttemptId, type RunId, type TaskId } from '../../../core/value/ids.ts'
import type { Attempt, Run } from '../../../core/run/run.ts'
import { notFound } from '../../http/api-error.ts'
import type { LiveRuns } from '../../live/live-runs.ts'
import type { ServedRepository } from '../../served-repository.ts'
import { keptOfStore } from '../kept-of-store.ts'

/** What is not found is Refused. */
export interface KnownRuns {
  /** `current` is the newest. */
  find(said: string): Run
  findTask(said: string, task: string): { readonly run: Run; readonly task: TaskId }
  findAttempt(said: string): { readonly run: Run; readonly attempt: Attempt }
  /** null: there was none yet. */
  newest(): Run | null
  /** The newest first. */
  all(): readonly RunId[]
  isConducted(run: Run): boolean
}

/** So many older runs are kept folded. */
const MOST_KEPT = 8

export function knownRuns({ log, conductedRun }: ServedRepository, live: LiveRuns): KnownRuns {
  const kept = keptOfStore<RunId, Run>(log, MOST_KEPT)
  return {
    find,
    findTask(said, task) {
      const run = find(said)
      if (isTaskId(task) && run.graph.indexOf.has(task)) return { run, task }
      throw unknownTask(run, task)
    },
    findAttempt(said) {
      const run = find(/^\d+/.exec(said)?.[0] ?? said)
      const attempt = run.attempts.get(said as AttemptId)
      if (attempt === undefined) throw notFound('unknown_attempt', `there is no attempt ${said}`)
      return { run, attempt }
    },
    newest,
    all: () => log.runs().toReversed(),
    isConducted: (run) => conductedRun() === run.id,
  }

  function find(said: string): Run {
    const current = newest()
    if (said === 'current' && current === null) throw NO_RUN_YET
    if (current !== null && (said === 'current' || said === current.id)) return current
    const id = log.runs().find((run) => run === said)
    if (id === undefined) throw notFound('unknown_run', `there is no run ${said} here`)
    return broughtForward(id)
  }

  /** Whoever has just asked something sees what came of it. */
  function newest(): Run | null {
    live.look()
    return live.current()
  }

  function broughtForward(id: RunId): Run {
    const known = kept.get(id)
    const run = known ?? foldRun(log.eventsOf(id))!
    if (known !== undefined)
      for (const event of log.eventsOf(id, known.sequence)) applyEvent(known, event)
    kept.keep(id, run)
    return run
  }
}

const NO_RUN_YET = notFound('no_run', 'no run has been started here yet', 'start one first')

function unknownTask(run: Run, said: string) {
  const meant = closest(said, run.graph.indexOf.keys())
  return notFound(
    'unknown_task',
    `there is no task "${said}" in run ${run.id}`,
    meant === null ? null : `did you mean "${meant}"?`,
  )
}
