/** Everything that a command needs to suggest orderings: the workspaces, the newest run here, and who suggests. */
import { needsOthers, onlyRepository } from '../../core/ordering/only-repository.ts'
import { timesOfRun } from '../../core/ordering/times-of-run.ts'
import type { Run } from '../../core/run/run.ts'
import type { Tracker } from '../../core/workspace/tracker.ts'
import type { Console } from '../console/console.ts'
import { newestRun } from '../look/read-runs.ts'
import { findWorkspace, type Workspace } from '../place/workspace.ts'
import { openTrackerHere } from '../workspaces/workspaces-command.ts'
import { serveSuggestions, type SuggestionsHere } from './serve-suggestions.ts'

type TreesHere = Pick<Tracker, 'trees' | 'notices'>

export interface OpenSuggestions extends AsyncDisposable {
  readonly suggestions: SuggestionsHere
  readonly workspace: Workspace
  /** As the trees name this repository. */
  readonly project: string
  /** With isHere: the workspaces of this repository, and what they wait for in others. */
  read(): Promise<TreesHere>
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
  const read = async (): Promise<TreesHere> => {
    const { trees, notices } = await tracker.read({ refreshCi: true })
    if (!isHere || !needsOthers(trees, current)) return { trees, notices }
    using all = openTrackerHere(console, false)
    return { trees: onlyRepository((await all.tracker.read()).trees, current), notices }
  }
  return {
    suggestions,
    workspace,
    project: current,
    read,
    newestRun: () => newestRun(workspace),
    times() {
      const run = newestRun(workspace)
      return run === null ? new Map() : timesOfRun(run, current)
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
