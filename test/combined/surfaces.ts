/** Reads every surface that tells how a run stands, in the way users and programs read it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { applyEvent, foldRun } from '../../src/core/run/apply-event.ts'
import type { NeedDocument } from '../../src/core/report/attention-document.ts'
import { columnOf } from '../../src/core/ask/board-columns.ts'
import { runId } from '../../src/core/value/ids.ts'
import { packRun, unpackRun, type RunSnapshot } from '../../src/core/run/run-snapshot.ts'
import type { Summary } from '../../src/core/report/summary.ts'
import { openSqliteEventStore } from '../../src/store/sqlite-event-store.ts'
import type { SessionFile } from '../../src/store/session-files.ts'
import type { Place } from './place.ts'
import { typed } from './typed.ts'

interface Status {
  readonly status: Summary['status']
  readonly conducted: boolean
  readonly tasks: Summary['tasks']
  readonly attention: readonly NeedDocument[]
  readonly results: Summary['results']
}

export interface Surfaces {
  readonly status: Status
  readonly statusText: string
  readonly attention: readonly NeedDocument[]
  readonly attentionText: string
  /** null: there is no summary file yet. */
  readonly summary: Summary | null
  /** By attempt. */
  readonly sessions: ReadonlyMap<string, SessionFile>
  /** The column of each task on a page that was opened in the middle of the run. */
  readonly columns: ReadonlyMap<string, string>
}

export async function lookAt({ repository }: Place): Promise<Surfaces> {
  const home = join(repository, '.conductor')
  const { attention } = await answer<{ attention: readonly NeedDocument[] }>('attention')
  return {
    status: await statusNow(),
    statusText: (await typed('status')).stdout,
    attention,
    attentionText: (await typed('attention')).stdout,
    summary: readJson(join(home, 'run-1', 'summary.json')) as Summary | null,
    sessions: sessionsIn(join(home, 'sessions')),
    columns: columnsOnPage(join(home, 'conductor.db')),
  }
}

export const statusNow = (): Promise<Status> => answer<Status>('status')

async function answer<Document>(...words: readonly string[]): Promise<Document> {
  const { code, stdout, stderr } = await typed(...words, '--json')
  if (code !== 0)
    throw new Error(`conductor ${words.join(' ')} --json: exit code ${code}\n${stdout}${stderr}`)
  return JSON.parse(stdout) as Document
}

const readJson = (file: string): unknown =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null

function sessionsIn(folder: string): ReadonlyMap<string, SessionFile> {
  const files = existsSync(folder)
    ? readdirSync(folder).filter((name) => name.endsWith('.json'))
    : []
  return new Map(
    files.map((name) => [name.replace('.json', ''), readJson(join(folder, name)) as SessionFile]),
  )
}

/** A browser joins with a snapshot, and folds the events after it. */
function columnsOnPage(database: string): ReadonlyMap<string, string> {
  const store = openSqliteEventStore(database, { readOnly: true })
  const events = [...store.eventsOf(runId(1))]
  store.close()
  const joined = foldRun(events.slice(0, Math.ceil(events.length / 2)))!
  const page = unpackRun(JSON.parse(JSON.stringify(packRun(joined))) as RunSnapshot)
  for (const event of events.slice(Math.ceil(events.length / 2))) applyEvent(page, event)
  return new Map(page.plan.tasks.map(({ id }, i) => [id, columnOf(page.states[i]!)]))
}
