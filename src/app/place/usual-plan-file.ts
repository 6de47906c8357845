/** The task file that a user means without naming one: `tasks.yaml` here, else at the root. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Workspace } from './workspace.ts'

const USUAL_NAMES = ['tasks.yaml', 'tasks.yml', 'tasks.json'] as const

/** null: there is none. */
export function usualPlanFile({ folder, root }: Pick<Workspace, 'folder' | 'root'>): string | null {
  const files = [folder, root].flatMap((at) => USUAL_NAMES.map((name) => join(at, name)))
  return files.find((path) => existsSync(path)) ?? null
}
