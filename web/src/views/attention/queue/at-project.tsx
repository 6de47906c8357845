/** Shows what is inside as a part of the project that it belongs to: its run, and links to its pages. */
import { createContext, useContext, type ReactNode } from 'react'
import { Router, type BaseLocationHook } from 'wouter'
import type { ProjectDocument } from '../../../../../src/core/projects/project-document.ts'
import { baseOf } from '../../../data/api/project.ts'
import { ShowRun } from '../../../data/live/shown-run.tsx'
import { addressOf } from '../../../data/live/use-projects.ts'
import type { Queue } from './queue.ts'

const OtherProject = createContext<ProjectDocument | null>(null)

/** The project that a need belongs to; null: that of the page. */
export const useOtherProject = (): ProjectDocument | null => useContext(OtherProject)

export function AtProject({
  queue: { project, shown },
  children,
}: {
  readonly queue: Queue
  readonly children: ReactNode
}) {
  const inside = <ShowRun value={shown}>{children}</ShowRun>
  if (project === null) return inside
  return (
    <OtherProject value={project}>
      <Router hook={useLeaving} base={baseOf(addressOf(project))}>
        {inside}
      </Router>
    </OtherProject>
  )
}

/** Another project is another page. */
const useLeaving: BaseLocationHook = () => [location.pathname, (to) => location.assign(to)]
