/** Writes a plan draft as a task file, beside everything that is known about it; what people changed in the file stays. */
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { hindranceOf } from '../../core/run/hindrance.ts'
import type { PlanDraft } from '../../core/planning/plan-draft.ts'
import { inHome } from '../../core/value/home-paths.ts'
import { parsePlanFile } from '../../plan-file/parse-plan-file.ts'
import {
  newPlanFile,
  replannedFile,
  type PlanFileOptions,
} from '../../plan-file/write-plan-file.ts'
import { oneAtATime } from '../../store/one-at-a-time.ts'
import { readTextFile } from '../../yaml-file/read-text-file.ts'
import { Complaint, COULD_NOT_GO_ON } from '../console/complain.ts'
import { jsonText } from '../console/json-text.ts'
import { ProblemList } from '../console/problem-list.ts'
import { sayProblemAt } from '../plan/load-plan.ts'
import { clearLeftovers } from '../place/clear-leftovers.ts'
import { EXAMPLE_TASKS, isExamplePlan } from '../setup/example-plan.ts'
import { prepareWorkspace, type Workspace } from '../place/workspace.ts'
import { writePrivately } from '../place/write-privately.ts'

export interface KeptPlan {
  readonly text: string
  /** What a reader finds in the text; absent: it has to be read. */
  readonly value?: unknown
  /** The file at the time when the new text was worked out; null: there was no file. */
  readonly before: string | null
  readonly isNew: boolean
  /** What changed in a file that was there before. */
  readonly diff: readonly string[]
  /** What people changed in the file, and where the file therefore differs from the new plan. */
  readonly kept: readonly string[]
}

/** name: as messages call the file. */
interface NamedFile {
  readonly path: string
  readonly name: string
}

/** Refuses a file that cannot be planned again, or cannot be written, before a model is asked and costs money. */
export async function refuseUnusable({ path, name }: NamedFile): Promise<void> {
  refuseUnwritable(path, name)
  const read = await readTextFile(path, name)
  if (!read.ok && read.because === 'missing') return refuseBrokenLink(path, name)
  const parsed = read.ok ? parsePlanFile(read.text) : { ok: false, problems: [read.problem] }
  if (!parsed.ok) throw new ProblemList(parsed.problems.map((found) => sayProblemAt(name, found)))
}

/** Finds out by writing, because permissions do not tell everything: not even root can make a file in /proc. */
function refuseUnwritable(path: string, name: string): void {
  const folder = nearestFolder(dirname(path))
  const trial = join(folder, `.conductor-${process.pid}.new`)
  try {
    writeFileSync(trial, '')
    rmSync(trial)
  } catch (error) {
    const hindrance = hindranceOf(error)
    if (hindrance !== null && hindrance.is !== 'not-writable') throw error
    const reason = (error as NodeJS.ErrnoException).code
    throw new Complaint(
      `${name} cannot be written: no file can be made in ${folder} (${reason})`,
      'name a file in another folder with -o',
    )
  }
}

/** The folder, or the nearest above it that is there. */
function nearestFolder(folder: string): string {
  return existsSync(folder) || folder === dirname(folder) ? folder : nearestFolder(dirname(folder))
}

export function refuseBrokenLink(path: string, name: string): void {
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
  if (!isLink) return
  throw new Complaint(
    `${name} is a link to ${readlinkSync(path)}, which does not exist`,
    'remove the link, or make the file that it leads to',
  )
}

/** What the task file would become; nothing is written. */
export function plannedFile(
  { path, name }: NamedFile,
  draft: PlanDraft,
  options: PlanFileOptions,
): KeptPlan {
  const before = existsSync(path) ? readFileSync(path, 'utf8') : null
  if (before === null)
    return { ...newPlanFile(draft, options), before, isNew: true, diff: [], kept: [] }
  if (isExamplePlan(before))
    return { ...newPlanFile(draft, options), before, isNew: false, diff: replaced(draft), kept: [] }
  const again = replannedFile(before, draft)
  if (again.ok)
    return { text: again.text, before, isNew: false, diff: again.diff, kept: again.kept }
  throw new ProblemList(again.problems.map((problem) => sayProblemAt(name, problem)))
}

/** Nobody has asked for the tasks that `conductor init` writes. */
const replaced = (draft: PlanDraft): readonly string[] => [
  `- ${EXAMPLE_TASKS}: the sample tasks of \`conductor init\``,
  ...draft.tasks.map(({ id, name }) => `+ ${id}: ${name}`),
]

export type Written =
  /** The file before is kept there, so that planning again can be undone; null: there was no file. */
  | { readonly is: 'written'; readonly backup: string | null }
  /** Another program or person has written the file in the meantime, so it was not written. */
  | { readonly is: 'changed' }

export function writePlanFile(
  file: string,
  { text, before }: Pick<KeptPlan, 'text' | 'before'>,
  workspace: Workspace,
): Written {
  if (before === null)
    return writeNew(file, text) ? { is: 'written', backup: null } : { is: 'changed' }
  // The lock and the backup are kept there, and nobody may have run anything here yet.
  prepareWorkspace(workspace)
  const { home } = workspace
  const lock = inHome(home, 'planLock')
  const written = oneAtATime(lock, () => replace(file, { text, before }, inHome(home, 'plans')))
  if (written !== null) return written
  throw new Complaint(
    `another process has been writing ${basename(file)} for 10 seconds, so nothing was written`,
    `wait for it, or end it (it holds ${lock}), then try again`,
    COULD_NOT_GO_ON,
  )
}

/** backups: the folder for the file as it was. */
function replace(
  file: string,
  { text, before }: Pick<KeptPlan, 'text' | 'before'>,
  backups: string,
): Written {
  const now = existsSync(file) ? readFileSync(file, 'utf8') : null
  if (now === null || now !== before) return { is: 'changed' }
  const backup = join(backups, `before-${Date.now()}-${process.pid}.yaml`)
  writePrivately(backup, now)
  writeWhole(realpathSync(file), text, renameSync)
  return { is: 'written', backup }
}

/** If two plans are made at once, only one of them can create the file. */
function writeNew(file: string, text: string): boolean {
  try {
    writeWhole(file, text, linkSync)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** `tasks.yaml.123.new`, and the trial of a process. */
const isLeftoverOf =
  (plan: string) =>
  (name: string): boolean =>
    /^\.conductor-\d+\.new$/.test(name) ||
    (name.startsWith(`${plan}.`) && /^\d+\.new$/.test(name.slice(plan.length + 1)))

/** If the disk is full, the file stays as it was, and no other file is left. */
function writeWhole(file: string, text: string, putInPlace: typeof renameSync): void {
  mkdirSync(dirname(file), { recursive: true })
  clearLeftovers(dirname(file), isLeftoverOf(basename(file)))
  const beside = `${file}.${process.pid}.new`
  try {
    writeFileSync(beside, text)
    putInPlace(beside, file)
  } finally {
    rmSync(beside, { force: true })
  }
}

export function writePlanDocument(document: unknown, { home }: Workspace): string {
  const file = inHome(home, 'plan')
  writePrivately(file, `${jsonText(document)}\n`)
  return file
}
