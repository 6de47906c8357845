/** Everything that a command needs to suggest orderings here: the workspaces, the newest run, and who suggests. */
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import type { OwnRepository } from '../../core/ordering/task-of-workspace.ts'
import { timesOfRun } from '../../core/ordering/times-of-run.ts'
import type { Run } from '../../core/run/run.ts'
import type { Tracker } from '../../core/workspace/tracker.ts'
import { lookAtRun } from '../look/read-runs.ts'
import type { Workspace } from '../place/workspace.ts'
import { openTracker } from '../workspaces/open-tracker.ts'
import { serveSuggestions, type SuggestionsHere } from './serve-suggestions.ts'

export interface OpenSuggestions extends AsyncDisposable {
  readonly suggestions: SuggestionsHere
  readonly workspace: Workspace
  readonly repository: OwnRepository
  read(): Promise<Tracker>
  /** null: there was no run here yet. */
  newestRun(): Run | null
  /** Seconds of the tasks that workspaces belong to. */
  times(): ReadonlyMap<string, number>
}

export function openSuggestions(workspace: Workspace): OpenSuggestions {
  const opened = new AsyncDisposableStack()
  const name = basename(workspace.root)
  const repository = { id: name, name }
  const tracker = opened.use(openTracker(() => [{ project: name, workspace }]))
  const suggestions = opened.use(serveSuggestions(workspace))
  const newestRun = (): Run | null => (existsSync(workspace.database) ? lookAtRun(workspace) : null)
  return {
    suggestions,
    workspace,
    repository,
    read: () => tracker.read(),
    newestRun,
    times() {
      const run = newestRun()
      return run === null ? new Map() : timesOfRun(run, name)
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
