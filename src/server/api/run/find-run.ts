/** Finds runs, tasks and attempts by name. Older runs than the live one are folded when a request needs them. */
import type { Conducted } from '../../../core/report/attention-document.ts'
import { applyEvent, foldRun } from '../../../core/run/apply-event.ts'
import { closestWord } from '../../../core/value/closest-word.ts'
import { isTaskId, type AttemptId, type RunId, type TaskId } from '../../../core/value/ids.ts'
import type { Attempt, Run } from '../../../core/run/run.ts'
import { notFound } from '../../http/api-error.ts'
import type { LiveRuns } from '../../live/live-runs.ts'
import type { ServedRepository } from '../../served/served-repository.ts'
import { storeCache } from '../store-cache.ts'

/** All of these throw Refused when there is no such run, task or attempt. */
export interface RunFinder {
  /** `current` is the newest run. */
  find(name: string): Run
  findTask(run: string, task: string): { readonly run: Run; readonly task: TaskId }
  findAttempt(id: string): { readonly run: Run; readonly attempt: Attempt }
  /** null: no run was started yet. */
  newest(): Run | null
  /** The newest first. */
  all(): readonly RunId[]
  isConducted(run: Run): boolean
  conducted(run: Run): Conducted
}

/** At most this many older runs are kept folded. */
const MOST_KEPT = 8

export function runFinder(
  { log, conductedRun, frozen }: ServedRepository,
  live: LiveRuns,
): RunFinder {
  const kept = storeCache<RunId, Run>(log, MOST_KEPT)
  return {
    find,
    findTask(runName, task) {
      const run = find(runName)
      if (isTaskId(task) && run.graph.indexOf.has(task)) return { run, task }
      throw unknownTask(run, task)
    },
    findAttempt(name) {
      const run = find(/^\d+/.exec(name)?.[0] ?? name)
      const attempt = run.attempts.get(name as AttemptId)
      if (attempt === undefined) throw notFound('unknown_attempt', `there is no attempt ${name}`)
      return { run, attempt }
    },
    newest,
    all: () => log.runs().toReversed(),
    isConducted: (run) => conductedRun() === run.id,
    conducted: ({ id }) => ({ isConducted: conductedRun() === id, frozen: frozen(id) }),
  }

  function find(name: string): Run {
    const current = newest()
    if (name === 'current' && current === null) throw NO_RUN_YET
    if (current !== null && (name === 'current' || name === current.id)) return current
    const id = log.runs().find((run) => run === name)
    if (id === undefined) throw notFound('unknown_run', `there is no run ${name} here`)
    return broughtForward(id)
  }

  /** The live run is read first, so that a client that has just asked something sees the result. */
  function newest(): Run | null {
    live.look()
    return live.current()
  }

  function broughtForward(id: RunId): Run {
    const cached = kept.get(id)
    const run = cached ?? foldRun(log.eventsOf(id))!
    if (cached !== undefined)
      for (const event of log.eventsOf(id, cached.sequence)) applyEvent(cached, event)
    kept.keep(id, run)
    return run
  }
}

const NO_RUN_YET = notFound('no_run', 'no run has been started here yet', 'start one first')

function unknownTask(run: Run, name: string) {
  const meant = closestWord(name, run.graph.indexOf.keys())
  return notFound(
    'unknown_task',
    `there is no task "${name}" in run ${run.id}`,
    meant === null ? null : `did you mean "${meant}"?`,
  )
}
