/** Writes a plan draft as a task file, beside everything that is known about it; what people changed in the file stays. */
import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { PlanDraft } from '../../core/planning/plan-draft.ts'
import { inHome } from '../../core/value/home-paths.ts'
import { parsePlanFile } from '../../plan-file/parse-plan-file.ts'
import {
  planFileText,
  replannedFile,
  type PlanFileOptions,
} from '../../plan-file/write-plan-file.ts'
import { readTextFile } from '../../yaml-file/read-text-file.ts'
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

/** name: as messages call the file. */
interface NamedFile {
  readonly path: string
  readonly name: string
}

/** A file that cannot be planned again is refused before a model is asked, and paid. */
export async function refuseUnreadable({ path, name }: NamedFile): Promise<void> {
  const read = await readTextFile(path)
  if (!read.ok && read.because === 'missing') return
  const parsed = read.ok ? parsePlanFile(read.text) : { ok: false, problems: [read.problem] }
  if (!parsed.ok) throw new ProblemList(parsed.problems.map((found) => sayProblemAt(name, found)))
}

/** What the task file would become; nothing is written. */
export function plannedFile(
  { path, name }: NamedFile,
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
  writeWhole(before === null ? file : realpathSync(file), text)
  return backup
}

/** A disk that is full leaves the file as it was, and nothing beside it. */
function writeWhole(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  const beside = `${file}.${process.pid}.new`
  try {
    writeFileSync(beside, text)
    renameSync(beside, file)
  } catch (error) {
    rmSync(beside, { force: true })
    throw error
  }
}

export function writePlanDocument(document: unknown, { home }: Workspace): string {
  const file = inHome(home, 'plan')
  writePrivately(file, `${JSON.stringify(document, null, 2)}\n`)
  return file
}
