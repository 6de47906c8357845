/** Parses the text of a plan file into a plan, or reports everything that is wrong with it. */
import { basename, extname } from 'node:path'
import type { Plan } from '../core/plan/plan.ts'
import type { Path, Problem } from '../yaml-file/problem.ts'
import { quickYaml } from '../yaml-file/quick-yaml.ts'
import { readTextFile } from '../yaml-file/read-text-file.ts'
import { openYaml } from '../yaml-file/read-yaml.ts'
import { checkPlan, type PlanOptions } from './check-plan.ts'
import type { PlanFileSettings } from './plan-settings.ts'

export type PlanFile =
  | {
      readonly ok: true
      readonly plan: Plan
      readonly settings: PlanFileSettings
      readonly warnings: readonly Problem[]
    }
  | {
      readonly ok: false
      readonly problems: readonly Problem[]
      readonly warnings: readonly Problem[]
    }

/** The number of characters from which the quick reader pays. */
const LARGE = 10_000

export function parsePlanFile(text: string, options: PlanOptions = {}): PlanFile {
  const quick = text.length < LARGE ? null : parseQuickly(text, options)
  return quick ?? parseCarefully(text, options)
}

/** For a file that we have written ourselves: its value is known. */
export const readOwnPlan = (
  { text, value }: { readonly text: string; readonly value: unknown },
  options: PlanOptions = {},
): PlanFile => checkQuickly(text, value, options) ?? parseCarefully(text, options)

/** null: something is wrong or doubtful, and the careful reader has to find its place. */
export function parseQuickly(text: string, options: PlanOptions): PlanFile | null {
  const value = quickYaml(text)
  return value === undefined ? null : checkQuickly(text, value, options)
}

function checkQuickly(text: string, value: unknown, options: PlanOptions): PlanFile | null {
  const { parsed, complaints, warnings } = checkPlan(value, options, {
    lineOf: lineInSection(text),
  })
  const isFine = parsed !== null && complaints.length === 0 && warnings.length === 0
  return isFine ? { ok: true, ...parsed, warnings: [] } : null
}

/** Finds a line by parsing only the section of the file that contains it. */
function lineInSection(text: string): (path: Path) => number {
  return (path) => {
    const start = text.search(new RegExp(`^${String(path[0])}:`, 'm'))
    const section = /^.*\n(?:(?:[ \t#-].*)?\n)*/.exec(text.slice(Math.max(start, 0)))?.[0] ?? ''
    const opened = openYaml(section)
    const linesBefore = text.slice(0, Math.max(start, 0)).split('\n').length - 1
    return linesBefore + (opened.ok ? opened.lineOf(path) : 1)
  }
}

function parseCarefully(text: string, options: PlanOptions = {}): PlanFile {
  const yaml = openYaml(text)
  if (!yaml.ok) return { ...yaml, warnings: [] }
  const { parsed, complaints, warnings: doubts } = checkPlan(yaml.value, options, yaml)
  const warnings = yaml.locate(doubts)
  return parsed === null
    ? { ok: false, problems: yaml.locate(complaints), warnings }
    : { ok: true, ...parsed, warnings }
}

/** A plan without a name is called after its file. */
export async function readPlanFile(path: string, options: PlanOptions = {}): Promise<PlanFile> {
  const file = await readTextFile(path)
  if (!file.ok) return { ok: false, problems: [file.problem], warnings: [] }
  return parsePlanFile(file.text, { name: basename(path, extname(path)), ...options })
}
