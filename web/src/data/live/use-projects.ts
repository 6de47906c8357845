/** All projects of the server, as the live socket tells them. */
import type { ProjectDocument } from '../../../../src/core/projects/project-document.ts'
import { pageProject } from '../api/project.ts'
import type { Projects } from './live-run.ts'
import { useLive } from './shown-run.tsx'

export interface ShownProjects extends Projects {
  /** The project of this page; null: the server was started outside of one, and none is chosen. */
  readonly own: ProjectDocument | null
}

/** null: not told yet. */
export function useProjects(): ShownProjects | null {
  const { projects } = useLive()
  if (projects === null) return null
  const id = pageProject() ?? projects.current
  return { ...projects, own: projects.projects.find((one) => one.id === id) ?? null }
}

/** How the address of a project begins: the project that the server was started in needs no id. */
export const addressOf = ({ id, is_current }: ProjectDocument): string | null =>
  is_current ? null : id

/** The projects that a link of this page can open. */
export function useOtherProjects(): readonly ProjectDocument[] {
  const projects = useProjects()
  return (projects?.projects ?? []).filter(
    ({ id, state }) => id !== projects?.own?.id && state !== 'missing',
  )
}
