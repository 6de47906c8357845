/** What a server serves that was started outside of a repository: nothing, until a project is chosen. */
import { NOT_MEASURED } from '../../core/report/summary.ts'
import { notNow } from '../../server/http/api-error.ts'
import type { ServedRepository } from '../../server/served/served-repository.ts'
import { VERSION } from '../place/version.ts'

/** overAll: what is served of all projects together. */
export const noRepository = (
  folder: string,
  overAll: Pick<ServedRepository, 'tracker' | 'suggestions'>,
): ServedRepository => ({
  ...overAll,
  id: 'current',
  name: '',
  folder,
  version: VERSION,
  log: { lastSequence: () => 0, newestRun: () => null, runs: () => [], eventsOf: () => [] },
  conductedRun: () => null,
  frozen: () => null,
  ask: () => Promise.resolve({ accepted: false, refusal: { is: 'not-conducted' } }),
  add: refuse,
  startOptions: { read: refuse, remember: refuse },
  start: refuse,
  resume: refuse,
  plan: () => Promise.resolve(null),
  planning: { current: () => null, start: refuse, cancel() {} },
  issues: refuse,
  newTask: {
    options: refuse,
    preview: refuse,
    add: refuse,
    templates: refuse,
    saveTemplate: refuse,
  },
  files: {
    editor: async () => ({ name: null, has_command: false, terminal: false }),
    open: refuse,
    ports: async () => [],
  },
  terminals: { isOn: async () => false, folder: refuse, join: refuse, count: () => 0 },
  transcript: refuse,
  measured: () => NOT_MEASURED,
  worktrees: null,
  results: null,
  exportExpertise: refuse,
  reviewPull: refuse,
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
