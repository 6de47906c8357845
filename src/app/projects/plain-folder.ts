/** A folder that Conductor has nothing to do with yet: no repository, no runs and no task file. Nothing is written there. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isRepository, type Workspace } from '../place/workspace.ts'
import { USUAL_FILE } from '../serve/repository/served-plan.ts'

export const isPlainFolder = ({ root, database }: Workspace): boolean =>
  !isRepository(root) && !existsSync(database) && !existsSync(join(root, USUAL_FILE))
