/** V13: areas in which an agent must ask a person before it changes anything. */
import type { Unasked } from '../landing/delivery.ts'
import type { TaskId } from '../value/ids.ts'
import { mayNameSameFile } from '../schedule/glob-overlap.ts'
import { attemptsAt, taskOf, type Run } from '../run/run.ts'

/** The areas in which a task has changed something without having asked about them. */
export function unaskedAreas(run: Run, task: TaskId, files: readonly string[]): readonly Unasked[] {
  const asked = new Set(attemptsAt(run, task).flatMap(({ answeredAbout }) => answeredAbout))
  if (asked.has(null)) return []
  return touchedAreas(run, task, files).filter(({ area }) => !asked.has(area))
}

function touchedAreas(run: Run, task: TaskId, files: readonly string[]): readonly Unasked[] {
  const own = taskOf(run, task).askFirst.map((area) => ({ area, files: [] }))
  const named = new Set(own.map(({ area }) => area))
  const others = Object.entries(run.settings.askFirst)
    .map(([area, globs]) => ({ area, files: filesIn(globs, files) }))
    .filter(({ area, files: touched }) => touched.length > 0 && !named.has(area))
  return [...own, ...others]
}

const filesIn = (globs: readonly string[], files: readonly string[]): readonly string[] =>
  [...new Set(files)].filter((file) => globs.some((glob) => mayNameSameFile(glob, file)))
