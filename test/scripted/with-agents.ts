/** A folder whose PATH has no agents but small scripts that a test puts there. */
import { chmodSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram } from '../../src/processes/find-program.ts'
import { folder, type Folder } from '../conductor.ts'

interface Around {
  readonly files?: Readonly<Record<string, string>>
  readonly environment?: Readonly<Record<string, string>>
}

/** scripts: the shell code of each agent, by its name. */
export function withAgents(
  scripts: Readonly<Record<string, string>>,
  { files = {}, environment = {} }: Around = {},
): Folder {
  const agents = folder()
  for (const [name, body] of Object.entries(scripts)) {
    agents.write(name, `#!/bin/sh\n${body}\n`)
    chmodSync(join(agents.path, name), 0o755)
  }
  for (const tool of ['git', 'sh']) symlinkSync(findProgram(tool)!, join(agents.path, tool))
  return folder(files, { environment: { HOME: agents.path, PATH: agents.path, ...environment } })
}
