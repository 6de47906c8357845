/** What a server serves that was started outside of a repository: nothing, until a project is chosen. */
import { NOT_MEASURED } from '../../core/report/summary.ts'
import { notNow } from '../../server/http/api-error.ts'
import type { ServedRepository, ServedTracker } from '../../server/served-repository.ts'
import { VERSION } from '../place/version.ts'

export const noRepository = (folder: string, tracker: ServedTracker): ServedRepository => ({
  id: 'current',
  name: '',
  folder,
  version: VERSION,
  log: { lastSequence: () => 0, newestRun: () => null, runs: () => [], eventsOf: () => [] },
  conductedRun: () => null,
  frozen: () => null,
  ask: () => Promise.resolve({ accepted: false, refusal: { is: 'not-conducted' } }),
  add: refuse,
  start: refuse,
  resume: refuse,
  plan: () => Promise.resolve(null),
  planning: { current: () => null, start: refuse, cancel() {} },
  transcript: refuse,
  measured: () => NOT_MEASURED,
  worktrees: null,
  tracker,
  drafts: { get: () => [], set: refuse },
  interactions: { all: () => ({}), count() {} },
})

function refuse(): never {
  throw notNow(
    'no_project',
    'the server was started outside of a repository',
    'choose a project: GET /api/projects lists them, and the paths of each are below /api/projects/{id}/',
  )
}
