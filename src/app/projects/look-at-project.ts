/** Looks at a project once: how its newest run stands, and what needs a person there. */
import {
  brokenProject,
  glanceAt,
  MISSING,
  needsInQueue,
  type ProjectDocument,
  type ProjectGlance,
} from '../../core/projects/project-document.ts'
import type { ProjectQueue } from '../../core/projects/one-queue.ts'
import type { Conducted } from '../../core/report/attention-document.ts'
import { foldRun } from '../../core/run/apply-event.ts'
import { waitingRuns, type WaitingRun } from '../../core/report/waiting-run.ts'
import type { Run } from '../../core/run/run.ts'
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
    const { run, conducted, waiting } = readProject(project)
    return glanceAt(run, Date.now(), conducted, waiting)
  } catch (error) {
    return brokenProject(errorMessage(error))
  }
}

/** What needs a person in a project, in its newest run and in others; null: nothing, or its folder is gone. May throw. */
export function queueIn(project: Project, now: number): ProjectQueue | null {
  const { run, conducted, waiting } = isThere(project) ? readProject(project) : NOTHING
  if (run === null) return null
  const needs = needsInQueue(run, now, conducted)
  return needs.length + waiting.length === 0 ? null : { project, run, needs, waiting }
}

interface ReadProject {
  readonly run: Run | null
  readonly conducted: Conducted
  readonly waiting: readonly WaitingRun[]
}

const NOTHING: ReadProject = { run: null, conducted: { isConducted: false }, waiting: [] }

function readProject({ home }: Project): ReadProject {
  using log = openEventLog(inHome(home, 'database'))
  const newest = log.newestRun()
  const run = newest === null ? null : foldRun(log.eventsOf(newest))
  const conducted = findCoordinator(home)?.run ?? null
  const isConducted = run !== null && conducted === run.id
  const frozen = isConducted ? findFrozen(home, run.id) : null
  const waiting =
    run === null ? [] : waitingRuns(log, { shown: run.id, conducted, now: Date.now() })
  return { run, conducted: { isConducted, frozen }, waiting }
}
