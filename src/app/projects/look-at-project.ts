/** Looks at a project once: how its newest run stands, and what needs a person there. */
import {
  brokenProject,
  glanceAt,
  MISSING,
  type ProjectDocument,
  type ProjectGlance,
} from '../../core/projects/project-document.ts'
import { foldRun } from '../../core/run/apply-event.ts'
import { errorMessage } from '../../core/text/error-message.ts'
import { inHome } from '../../core/value/home-paths.ts'
import { findCoordinator, findFrozen } from '../../store/coordinator-lock.ts'
import { openEventLog } from '../../store/event-log.ts'
import { isThere, type Project } from './registry.ts'

export const projectDocument = (
  { id, name, root }: Project,
  isCurrent: boolean,
  glance: ProjectGlance,
): ProjectDocument => ({ id, name, folder: root, is_current: isCurrent, ...glance })

/** A store that cannot be read is told as such: it must not hide the other projects. */
export function lookAtProject(project: Project): ProjectGlance {
  if (!isThere(project)) return MISSING
  try {
    return glanceIn(project)
  } catch (error) {
    return brokenProject(errorMessage(error))
  }
}

function glanceIn({ home }: Project): ProjectGlance {
  using log = openEventLog(inHome(home, 'database'))
  const newest = log.newestRun()
  const run = newest === null ? null : foldRun(log.eventsOf(newest))
  const isConducted = run !== null && findCoordinator(home)?.run === run.id
  const frozen = isConducted ? findFrozen(home, run.id) : null
  return glanceAt(run, Date.now(), { isConducted, frozen })
}
