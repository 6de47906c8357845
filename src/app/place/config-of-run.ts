/** The settings that hold for a run now, also those of its task file if that still exists. */
import { existsSync } from 'node:fs'
import type { ResolvedConfig } from '../../config/resolve-config.ts'
import type { Run } from '../../core/run/run.ts'
import { loadConfig } from '../plan/load-plan.ts'
import type { Workspace } from './workspace.ts'

export const configOfRun = (run: Run, workspace: Workspace): Promise<ResolvedConfig> =>
  loadConfig(workspace, [], fileOf(run))

/** null: the task file is gone. */
export const fileOf = ({ source: { file } }: Run): string | null =>
  file !== null && existsSync(file) ? file : null
