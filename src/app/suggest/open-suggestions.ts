/** Everything that a command needs to suggest orderings: the workspaces, the newest run here, and who suggests. */
import { timesOfRun } from '../../core/ordering/times-of-run.ts'
import type { Run } from '../../core/run/run.ts'
import type { Tracker } from '../../core/workspace/tracker.ts'
import type { Console } from '../console/console.ts'
import { newestRun } from '../look/read-runs.ts'
import { findWorkspace, type Workspace } from '../place/workspace.ts'
import { openTrackerHere } from '../workspaces/workspaces-command.ts'
import { serveSuggestions, type SuggestionsHere } from './serve-suggestions.ts'

export interface OpenSuggestions extends AsyncDisposable {
  readonly suggestions: SuggestionsHere
  readonly workspace: Workspace
  /** As the trees name this repository. */
  readonly project: string
  read(): Promise<Tracker>
  /** null: there was no run here yet. */
  newestRun(): Run | null
  /** Seconds of the tasks that workspaces belong to. */
  times(): ReadonlyMap<string, number>
}

/** isHere: only this repository, not every project. */
export function openSuggestions(console: Console, isHere: boolean): OpenSuggestions {
  const workspace = findWorkspace(console.folder)
  const opened = new AsyncDisposableStack()
  const { tracker, current } = opened.use(openTrackerHere(console, isHere))
  const suggestions = opened.use(serveSuggestions(workspace))
  return {
    suggestions,
    workspace,
    project: current,
    read: () => tracker.read({ refreshCi: true }),
    newestRun: () => newestRun(workspace),
    times() {
      const run = newestRun(workspace)
      return run === null ? new Map() : timesOfRun(run, current)
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
