/** The text of a plan file becomes a plan, or everything that is wrong with it. */
import { basename, extname } from 'node:path'
import type { Plan } from '../core/plan.ts'
import type { Problem } from '../yaml-file/problem.ts'
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

export function parsePlanFile(text: string, options: PlanOptions = {}): PlanFile {
  const yaml = openYaml(text)
  if (!yaml.ok) return { ...yaml, warnings: [] }
  const { found, complaints, warnings: doubts } = checkPlan(yaml.value, options, yaml)
  const warnings = yaml.locate(doubts)
  return found === null
    ? { ok: false, problems: yaml.locate(complaints), warnings }
    : { ok: true, ...found, warnings }
}

/** A plan without a name of its own is called after its file. */
export async function readPlanFile(path: string, options: PlanOptions = {}): Promise<PlanFile> {
  const file = await readTextFile(path)
  if (!file.ok) return { ok: false, problems: [file.problem], warnings: [] }
  return parsePlanFile(file.text, { name: basename(path, extname(path)), ...options })
}
