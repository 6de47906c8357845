/** conductor workspaces: all workspaces of all projects as trees. */
import { paint } from '../../report-text/paint.ts'
import { sayWorkspaces } from '../../report-text/say-workspaces.ts'
import type { Console } from '../console/console.ts'
import { findWorkspace } from '../place/workspace.ts'
import { isThere, knownProjects } from '../projects/registry.ts'
import { projectOf, workspaceAt } from '../projects/serve-hub.ts'
import { openTracker, type OpenTracker } from './open-tracker.ts'
import { READING, whatIsAsked } from './what-is-asked.ts'

export async function workspacesCommand(isHere: boolean, console: Console): Promise<number> {
  using opened = openTrackerHere(console, isHere)
  let asked = READING
  void whatIsAsked(opened.roots).then((found) => (asked = found))
  const waiting = setTimeout(() => console.remark(asked), 1000)
  try {
    const tracker = await opened.tracker.read({ refreshCi: true })
    console.answer(sayWorkspaces(tracker, Date.now(), paint(console.colour)), tracker)
    return 0
  } finally {
    clearTimeout(waiting)
  }
}

interface TrackerHere extends Disposable {
  readonly tracker: OpenTracker
  /** The name of the repository in which the command was typed. */
  readonly current: string
  readonly roots: readonly string[]
}

/** isHere: only this repository, not every project. */
export function openTrackerHere({ folder }: Console, isHere: boolean): TrackerHere {
  const workspace = findWorkspace(folder)
  const current = projectOf(workspace)
  const others = isHere
    ? []
    : knownProjects().filter((project) => project.root !== current.root && isThere(project))
  const projects = [
    { project: current.id, workspace },
    ...others.map(({ id, root }) => ({ project: id, workspace: workspaceAt(root) })),
  ]
  const tracker = openTracker(() => projects, workspace)
  const roots = projects.map((each) => each.workspace.root)
  return { tracker, current: current.id, roots, [Symbol.dispose]: () => tracker[Symbol.dispose]() }
}
