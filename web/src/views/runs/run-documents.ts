/** The API calls about past runs. */
import type { Event } from '../../../../src/core/run/event.ts'
import type { Summary } from '../../../../src/core/report/summary.ts'
import { answer, api } from '../../data/api/client.ts'

export interface RunRow extends Omit<Summary, 'results'> {
  /** Of its plan. */
  readonly name: string
  readonly file: string | null
  readonly agents: readonly string[]
  readonly started_at: string
}

interface RunPage {
  readonly runs: readonly RunRow[]
  readonly next: string | null
}

/** The newest runs; `next` leads to older ones. */
export const readNewestRuns = (): Promise<RunPage> => readPage({ limit: '100' })

/** All runs that are older than this one, the newest of them first. */
export async function readOlderRuns(than: string): Promise<readonly RunRow[]> {
  const rows: RunRow[] = []
  for (let before: string | null = than; before !== null;) {
    const page: RunPage = await readPage({ limit: '200', before })
    rows.push(...page.runs)
    before = page.next
  }
  return rows
}

const readPage = (query: { limit: string; before?: string }): Promise<RunPage> =>
  answer(api.api.runs.$get({ query }))

/** How often users acted on the board in this repository. */
export const readBoardUse = async (): Promise<number> => {
  const { interactions } = await answer<{ interactions: Readonly<Record<string, number>> }>(
    api.api.session.$get(),
  )
  return interactions['board'] ?? 0
}

export const readSummary = (run: string): Promise<Summary> =>
  answer(api.api.runs[':run'].$get({ param: { run } }))

interface EventPage {
  readonly events: readonly Event[]
  /** null: this is the last page. */
  readonly next: number | null
}

export async function readEvents(run: string): Promise<readonly Event[]> {
  const events: Event[] = []
  for (let after: number | null = 0; after !== null;) {
    const query = { limit: '2000', after: String(after) }
    const page: EventPage = await answer(
      api.api.runs[':run'].events.$get({ param: { run }, query }),
    )
    events.push(...page.events)
    after = page.next
  }
  return events
}
