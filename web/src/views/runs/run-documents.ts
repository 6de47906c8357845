/** The API calls about past runs. */
import type { Event } from '../../../../src/core/run/event.ts'
import type { Summary } from '../../../../src/core/report/summary.ts'
import { answer, api } from '../../data/api/client.ts'

export type RunRow = Omit<Summary, 'results'>

/** The newest run comes first. */
export const readRuns = async (): Promise<readonly RunRow[]> =>
  (await answer<{ runs: readonly RunRow[] }>(api.api.runs.$get({ query: { limit: '200' } }))).runs

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
