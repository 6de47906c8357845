/** The objects that every part of the API works with. */
import type { LiveRuns } from '../live/live-runs.ts'
import type { ServedRepository } from '../served-repository.ts'
import { askRun, type AskRun } from './ask-run.ts'
import { openDrafts, type Drafts } from './plan/drafts.ts'
import { knownRuns, type KnownRuns } from './run/known-runs.ts'

export interface Desk {
  readonly served: ServedRepository
  readonly live: LiveRuns
  readonly known: KnownRuns
  readonly ask: AskRun
  readonly drafts: Drafts
}

export function openDesk(served: ServedRepository, live: LiveRuns): Desk {
  const known = knownRuns(served, live)
  return { served, live, known, ask: askRun(served, known), drafts: openDrafts(served) }
}
