/** What `conductor serve` serves where it was called: the repository, or only the list of projects outside of one. */
import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { HOME, inHome } from '../../core/value/home-paths.ts'
import { findWorkspace, prepareWorkspace, type Workspace } from '../place/workspace.ts'
import type { ServedPlace } from '../serve/open-web.ts'
import { isPlainFolder } from './plain-folder.ts'
import { rememberProject } from './registry.ts'

type FoundPlace = Required<Pick<ServedPlace, 'workspace' | 'isOutside'>>

/** A folder with a task file or with earlier runs is served like a repository: Conductor can work there in place. */
export function placeToServe(folder: string): FoundPlace {
  const workspace = findWorkspace(folder)
  const isOutside = isPlainFolder(workspace)
  return { workspace: isOutside ? ofUser(workspace) : workspace, isOutside }
}

/** Outside of a repository nothing is written but the user's own `.conductor`. */
export function preparePlace({ workspace, isOutside }: FoundPlace): void {
  if (isOutside) return void mkdirSync(workspace.home, { recursive: true, mode: 0o700 })
  prepareWorkspace(workspace)
  rememberProject(workspace)
}

/** The link, the log and the record of the server are then kept in the user's own home. */
function ofUser({ folder }: Workspace): Workspace {
  const home = join(homedir(), HOME)
  return { folder, root: homedir(), home, database: inHome(home, 'database') }
}
