/** What the server knows of past runs. */
import type { Event } from '../../../src/core/event.ts'
import type { Summary } from '../../../src/core/summary.ts'

export type RunRow = Omit<Summary, 'results'>

/** Newest first. */
export const readRuns = async (): Promise<readonly RunRow[]> =>
  (await readJson<{ runs: readonly RunRow[] }>('/api/runs?limit=200')).runs

export const readSummary = (run: string): Promise<Summary> => readJson(`/api/runs/${run}`)

interface EventPage {
  readonly events: readonly Event[]
  /** null: that was all. */
  readonly next: number | null
}

export async function readEvents(run: string): Promise<readonly Event[]> {
  const events: Event[] = []
  for (let after: number | null = 0; after !== null;) {
    const page: EventPage = await readJson(`/api/runs/${run}/events?limit=2000&after=${after}`)
    events.push(...page.events)
    after = page.next
  }
  return events
}

async function readJson<Document>(path: string): Promise<Document> {
  const response = await fetch(path)
  if (!response.ok) throw new Error(((await response.json()) as { message: string }).message)
  return (await response.json()) as Document
}
