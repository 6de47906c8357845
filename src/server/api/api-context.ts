/** The objects that every part of the API works with. */
import type { LiveRuns } from '../live/live-runs.ts'
import type { Glances } from '../hub/glances.ts'
import type { ServedHub } from '../hub/served-hub.ts'
import type { ServedRepository } from '../served/served-repository.ts'
import { sendAsk, type SendAsk } from './send-ask.ts'
import { openDrafts, type Drafts } from './plan/drafts.ts'
import { runFinder, type RunFinder } from './run/find-run.ts'

export interface ApiContext {
  readonly served: ServedRepository
  readonly live: LiveRuns
  readonly runs: RunFinder
  readonly ask: SendAsk
  readonly drafts: Drafts
  readonly hub: ServedHub
  readonly glances: Glances
}

/** The other projects that are served beside this one. */
export type Beside = Pick<ApiContext, 'hub' | 'glances'>

export function openApiContext(
  served: ServedRepository,
  live: LiveRuns,
  beside: Beside,
): ApiContext {
  const runs = runFinder(served, live)
  return { served, live, runs, ask: sendAsk(served, runs), drafts: openDrafts(served), ...beside }
}
