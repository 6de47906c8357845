/** Reads the two files that hold settings; either may be missing. */
import { join } from 'node:path'
import { HOME, inHome } from '../core/value/home-paths.ts'
import { placeIn } from '../yaml-file/problem.ts'
import { readTextFile } from '../yaml-file/read-text-file.ts'
import type { ConfigText } from './resolve-config.ts'
import type { ConfigProblem } from './spoken-settings.ts'

export type ConfigFiles =
  | { readonly ok: true; readonly project: ConfigText | null; readonly user: ConfigText | null }
  | { readonly ok: false; readonly problems: readonly ConfigProblem[] }

export async function readConfigFiles(repository: string, home: string): Promise<ConfigFiles> {
  const [project, user] = await Promise.all([readConfigIn(repository), readConfigIn(home)])
  const problems = [project, user].flatMap(({ problem }) => problem ?? [])
  if (problems.length > 0) return { ok: false, problems }
  return { ok: true, project: project.file ?? null, user: user.file ?? null }
}

interface ConfigFile {
  readonly file?: ConfigText
  readonly problem?: ConfigProblem
}

async function readConfigIn(folder: string): Promise<ConfigFile> {
  const path = inHome(join(folder, HOME), 'config')
  const file = await readTextFile(path)
  if (file.ok) return { file: { path, text: file.text } }
  if (file.because === 'missing' || file.because === 'empty') return {}
  const { message, hint } = file.problem
  return { problem: { origin: placeIn(path, file.problem), message, hint } }
}
