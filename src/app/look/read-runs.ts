/** Reads runs from the store, for commands that only look. */
import { existsSync } from 'node:fs'
import { relative } from 'node:path'
import { foldRun } from '../../core/run/apply-event.ts'
import type { Event } from '../../core/run/event.ts'
import type { Run } from '../../core/run/run.ts'
import { MOST_LOOKED_AT } from '../../core/report/waiting-run.ts'
import { closestWord } from '../../core/value/closest-word.ts'
import { linesAbout, shellWord } from '../../core/text/command-line.ts'
import { isTaskId, type RunId, type TaskId } from '../../core/value/ids.ts'
import { openLastingEventStore, type LastingEventStore } from '../../store/lasting-event-store.ts'
import {
  openSqliteEventStore,
  StoreRefused,
  type SqliteEventStore,
} from '../../store/sqlite-event-store.ts'
import { BAD_INPUT, Complaint, COULD_NOT_GO_ON } from '../console/complain.ts'
import { usualPlanFile } from '../place/usual-plan-file.ts'
import type { Workspace } from '../place/workspace.ts'

const NOTHING_YET = 'no run has been started here yet'
const FIRST_STEP =
  'write a first plan with `conductor init` and start it with `conductor run tasks.yaml`, or see a demo with `conductor demo`'
const START_IT = 'start the first run: '

/** A user who has a task file needs no `conductor init` any more. */
function firstStep(workspace: Workspace): string {
  const file = usualPlanFile(workspace)
  return file === null
    ? FIRST_STEP
    : `${START_IT}\`conductor run ${shellWord(relative(workspace.folder, file))}\``
}

/** Whether a hint says how to start the first run. */
export const isFirstStep = (hint: string): boolean =>
  hint === FIRST_STEP || hint.startsWith(START_IT)

/** Opens the store read only; works beside a running coordinator, and where nothing can be written. */
export function openStoreToRead(workspace: Workspace): SqliteEventStore {
  if (!existsSync(workspace.database)) throw new Complaint(NOTHING_YET, firstStep(workspace))
  return explainedNow(() => openSqliteEventStore(workspace.database, { readOnly: 'once' }))
}

/** null: no run has been started here yet, or the first one is only being recorded. */
export function findStoreToRead(workspace: Workspace): SqliteEventStore | null {
  if (!existsSync(workspace.database)) return null
  return explainedNow(() => {
    try {
      return openSqliteEventStore(workspace.database, { readOnly: 'once' })
    } catch (error) {
      if (error instanceof StoreRefused && error.why === 'missing') return null
      throw error
    }
  })
}

export function openStoreToWrite(workspace: Workspace): LastingEventStore {
  return explainedNow(() => openLastingEventStore(workspace.database))
}

/** The named run, or the newest. workspace: to say what to start if there is no run. */
export function readRun(
  store: SqliteEventStore,
  wanted: string | undefined,
  workspace?: Workspace,
): Run {
  const runs = store.runs()
  const id = wanted === undefined ? runs.at(-1) : runs.find((run) => run === wanted)
  if (id === undefined && wanted !== undefined)
    throw new Complaint(`there is no run ${wanted} here`, runsHint(runs))
  const run = id === undefined ? null : foldRun(store.eventsOf(id))
  if (run === null)
    throw new Complaint(NOTHING_YET, workspace === undefined ? FIRST_STEP : firstStep(workspace))
  return run
}

/** The same for callers that need nothing else of the store. */
export function lookAtRun(workspace: Workspace, wanted?: string): Run {
  const store = openStoreToRead(workspace)
  try {
    return readRun(store, wanted, workspace)
  } finally {
    store.close()
  }
}

/** null: no run has been started here yet. */
export function newestRun(workspace: Workspace): Run | null {
  if (!existsSync(workspace.database)) return null
  const store = openStoreToRead(workspace)
  try {
    return store.runs().length === 0 ? null : readRun(store, undefined)
  } finally {
    store.close()
  }
}

/** null: all recent runs are over. */
export function newestUnfinished(workspace: Workspace): RunId | null {
  const store = openStoreToRead(workspace)
  try {
    const latest = store.runs().slice(-MOST_LOOKED_AT)
    return latest.findLast((id) => readRun(store, id).ended === null) ?? null
  } finally {
    store.close()
  }
}

/** The recent runs that have an event of this type, the oldest first. Only their events are read, because that takes long. */
export function recentRunsWith(workspace: Workspace, type: Event['type']): readonly Run[] {
  const store = openStoreToRead(workspace)
  try {
    const recent = store.runs().slice(-MOST_LOOKED_AT)
    const having = new Set(store.runsWith(type))
    return recent.filter((id) => having.has(id)).flatMap((id) => foldRun(store.eventsOf(id)) ?? [])
  } finally {
    store.close()
  }
}

/** Rewrites the commands in a text so that they name this run. */
export function linesHere(workspace: Workspace, run: RunId): (text: string) => string {
  const store = openStoreToRead(workspace)
  try {
    return linesAbout(run, store.runs())
  } finally {
    store.close()
  }
}

export function mustKnow(run: Run, text: string): TaskId {
  if (isTaskId(text) && run.graph.indexOf.has(text)) return text
  const meant = closestWord(text, run.graph.indexOf.keys())
  throw new Complaint(
    `there is no task "${text}" in run ${run.id}`,
    meant === null ? 'see `conductor status`' : `did you mean "${meant}"?`,
  )
}

const runsHint = (runs: readonly RunId[]): string =>
  runs.length > 0 ? `runs here: ${runs.slice(-10).join(', ')}` : FIRST_STEP

/** Turns errors of the store into complaints. */
export async function explained<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw complaintOf(error) ?? error
  }
}

function explainedNow<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw complaintOf(error) ?? error
  }
}

const complaintOf = (error: unknown): Complaint | null =>
  error instanceof StoreRefused
    ? new Complaint(
        error.message,
        HINTS[error.why],
        isOfMachine(error) ? COULD_NOT_GO_ON : BAD_INPUT,
      )
    : null

const isOfMachine = ({ why }: StoreRefused): boolean => why === 'full' || why === 'read-only'

/** The run may be over: then there is nothing to resume. */
const THEN = 'then try again; `conductor resume` continues an interrupted run'

const HINTS: Readonly<Record<StoreRefused['why'], string>> = {
  newer: 'update Conductor; nothing was changed',
  corrupt: 'nothing was changed; move the file aside to start afresh, or restore it from a backup',
  locked: `wait for the other process, or end it; ${THEN}`,
  missing: FIRST_STEP,
  foreign: 'nothing was changed; move that file aside',
  'read-only': `make it writable again: everything recorded is safe; ${THEN}`,
  full: `make room: everything recorded is safe; ${THEN}`,
}
