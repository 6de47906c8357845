/** The title of the page, for tabs and bookmarks: the number of urgent needs, the view, and the plan. */
import { isTaskId } from '../../../src/core/value/ids.ts'
import { taskOf, type Run } from '../../../src/core/run/run.ts'
import { capital } from '../parts/state-mark.tsx'

export function pageTitle(path: string, needs: number, run: Run): string {
  const count = needs > 0 ? `(${needs}) ` : ''
  if (isOrbs(path)) return `${count}${ORBS_TITLE}`
  return `${count}${placeName(path, run)} - ${run.plan.name} - Conductor`
}

/** The orbs are of all repositories, so no run is needed to show them. */
export const titleWithoutRun = (path: string): string => (isOrbs(path) ? ORBS_TITLE : 'Conductor')

const ORBS_TITLE = 'Conductor Worktree Tracker 3D'

const isOrbs = (path: string): boolean => path.split('/')[1] === 'orbs'

function placeName(path: string, run: Run): string {
  const [, view = '', name] = path.split('/')
  if (view === 'tasks' && name !== undefined && isTaskId(name) && run.graph.indexOf.has(name))
    return taskOf(run, name).name
  if (view === 'runs' && name !== undefined) return `Run ${name}`
  return view === '' ? 'Board' : capital(view)
}
