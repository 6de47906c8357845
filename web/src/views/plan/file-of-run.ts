/** The task file that a run was started from, relative to the folder of its project. */
import type { Run } from '../../../../src/core/run/run.ts'
import { HOME } from '../../../../src/core/value/home-paths.ts'

/** null: it is not below the folder, or it was piped in, and only Conductor keeps it. */
export function fileOfRun(
  { source: { file } }: Pick<Run, 'source'>,
  folder: string | null,
): string | null {
  if (file === null || folder === null || !file.startsWith(`${folder}/`)) return null
  const path = file.slice(folder.length + 1)
  return path.startsWith(`${HOME}/`) ? null : path
}
