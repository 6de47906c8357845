/** Settings that only the user may give, not a file of a repository: a repository may come from anybody. */
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { ResolvedConfig } from '../../config/resolve-config.ts'
import { HOME, inHome } from '../../core/value/home-paths.ts'

/** Whether the value comes from the user's own configuration file or from the environment of this process. */
export function isOwnSetting({ origin }: Pick<ResolvedConfig, 'origin'>, key: string): boolean {
  const from = origin(key)
  const variable = `CONDUCTOR_${key.toUpperCase().replaceAll('.', '_')}`
  return from === variable || from.startsWith(`${inHome(join(homedir(), HOME), 'config')}:`)
}
