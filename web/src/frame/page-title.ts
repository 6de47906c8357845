/** The title of the page, for tabs and bookmarks: the number of urgent needs, the view, the plan, and the project. */
import { isTaskId } from '../../../src/core/value/ids.ts'
import { taskOf, type Run } from '../../../src/core/run/run.ts'
import { capital } from '../parts/state-mark.tsx'

export interface Titled {
  /** How many things need the user, in all projects. */
  readonly needs: number
  readonly run: Run | null
  readonly project: string | null
}

export function pageTitle(path: string, { needs, run, project }: Titled): string {
  const count = needs > 0 ? `(${needs}) ` : ''
  if (isOrbs(path)) return `${count}${ORBS_TITLE}`
  const parts = [placeName(path, run), run?.plan.name, project, 'Conductor']
  return `${count}${parts.filter((part) => part != null).join(' - ')}`
}

/** The orbs are of all repositories, so their title names none, and no run. */
const ORBS_TITLE = 'Orbs - Conductor Worktree Tracker 3D'

const isOrbs = (path: string): boolean => path.split('/')[1] === 'orbs'

function placeName(path: string, run: Run | null): string {
  const [, view = '', name] = path.split('/')
  if (view === 'tasks' && name !== undefined && isTaskId(name) && run?.graph.indexOf.has(name))
    return taskOf(run, name).name
  if (view === 'runs' && name !== undefined) return `Run ${name}`
  return view === '' ? 'Board' : capital(view.replaceAll('-', ' '))
}
