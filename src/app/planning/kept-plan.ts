/** What plan.json still says about a task file that Conductor has planned. */
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import {
  fieldOf,
  isAnswer,
  lineIn,
  listIn,
  type Answer,
} from '../../core/planning/check/answer-fields.ts'
import type { ReasonOf } from '../../core/planning/flags/flags-in.ts'
import { inHome } from '../../core/value/home-paths.ts'
import { jsonFields } from '../../core/value/json-fields.ts'
import type { Workspace } from '../place/workspace.ts'

/** file: absolute. null: Conductor has not planned that file, or has planned another one since. */
export function keptPlan(file: string, { home, folder }: Workspace): Answer | null {
  const path = inHome(home, 'plan')
  const document = existsSync(path) ? jsonFields(readFileSync(path, 'utf8')) : null
  if (document === null || typeof document['file'] !== 'string') return null
  return resolve(folder, document['file']) === file ? document : null
}

/** Why the planner gave a task its flag: the task file itself has the reason only as a comment. */
export function keptReasons(file: string, workspace: Workspace): ReasonOf {
  const kept = keptPlan(file, workspace)
  const flags = kept === null ? [] : listIn(fieldOf(kept, 'flags')).filter(isAnswer)
  return (task, flag) => {
    const entry = flags.find((one) => one['task'] === task && one['flag'] === flag)
    return lineIn(entry?.['why']) || null
  }
}
