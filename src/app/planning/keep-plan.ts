/** Writes a plan draft as a task file, beside everything that is known about it; what people changed in the file stays. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { PlanDraft } from '../../core/planning/plan-draft.ts'
import { inHome } from '../../core/value/home-paths.ts'
import {
  planFileText,
  replannedFile,
  type PlanFileOptions,
} from '../../plan-file/write-plan-file.ts'
import { ProblemList } from '../console/problem-list.ts'
import { sayProblemAt } from '../plan/load-plan.ts'
import type { Workspace } from '../place/workspace.ts'
import { writePrivately } from '../place/write-privately.ts'

export interface KeptPlan {
  readonly text: string
  readonly isNew: boolean
  /** What changed in a file that was there before. */
  readonly diff: readonly string[]
  /** What people changed in the file, and what is therefore not as the new plan has it. */
  readonly kept: readonly string[]
}

/** What the task file would become; nothing is written. name: as messages call the file. */
export function plannedFile(
  { path, name }: { readonly path: string; readonly name: string },
  draft: PlanDraft,
  options: PlanFileOptions,
): KeptPlan {
  if (!existsSync(path))
    return { text: planFileText(draft, options), isNew: true, diff: [], kept: [] }
  const again = replannedFile(readFileSync(path, 'utf8'), draft)
  if (again.ok) return { text: again.text, isNew: false, diff: again.diff, kept: again.kept }
  throw new ProblemList(again.problems.map((problem) => sayProblemAt(name, problem)))
}

/** The file before it is kept, so that planning again can be undone. Returns its place; null: there was no file. */
export function writePlanFile(file: string, text: string, { home }: Workspace): string | null {
  const before = existsSync(file) ? readFileSync(file, 'utf8') : null
  const backup = before === null ? null : join(inHome(home, 'plans'), `before-${Date.now()}.yaml`)
  if (backup !== null) writePrivately(backup, before!)
  mkdirSync(dirname(file), { recursive: true })
  const beside = `${file}.${process.pid}.new`
  writeFileSync(beside, text)
  renameSync(beside, file)
  return backup
}

export function writePlanDocument(document: unknown, { home }: Workspace): string {
  const file = inHome(home, 'plan')
  writePrivately(file, `${JSON.stringify(document, null, 2)}\n`)
  return file
}
