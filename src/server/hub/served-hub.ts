/** What the web server needs of the list of projects; src/app/projects implements it. */
import type { EventLog } from '../served/served-log.ts'
import type { ServedRepository } from '../served/served-repository.ts'

export interface ServedHub {
  /** The project that the server was started in; null: it was started outside of a repository. */
  readonly current: string | null
  /** Where the server was started. */
  readonly folder: string
  /** Every project that may be served, read again at each call. */
  list(): readonly ListedProject[]
  /** May throw Refused. */
  add(folder: string): ListedProject
  /** Forgets the project; nothing in its folder is touched. */
  remove(project: ListedProject): void
  /** Opens everything of a project. May throw, for example when its store is damaged. */
  open(project: ListedProject): OpenedProject
  /** Opens only what tells how its newest run stands. */
  glance(project: ListedProject): Glance
}

export interface ListedProject {
  readonly id: string
  readonly name: string
  readonly root: string
  /** Whether its folder is there. */
  readonly isThere: boolean
}

interface OpenedProject extends AsyncDisposable {
  readonly served: ServedRepository
  /** Calls `moved` when something may have been recorded. */
  watch(moved: () => void): Disposable
}

interface Glance extends Pick<ServedRepository, 'conductedRun' | 'frozen'>, Disposable {
  readonly log: EventLog
}
