/** Implements ServedHub: the projects of this user, and the repository that the server was started in. */
import { homedir } from 'node:os'
import { basename, isAbsolute, join } from 'node:path'
import { idsFor } from '../../core/projects/project-ids.ts'
import { ifItCanBe } from '../../core/run/hindrance.ts'
import { HOME, inHome } from '../../core/value/home-paths.ts'
import { Refused } from '../../server/http/api-error.ts'
import type { ListedProject, ServedHub } from '../../server/hub/served-hub.ts'
import type { ServedTracker } from '../../server/served/served-workspaces.ts'
import { findCoordinator, findFrozen } from '../../store/coordinator-lock.ts'
import { openEventLog } from '../../store/event-log.ts'
import { watchStore } from '../../store/watch-store.ts'
import {
  findWorkspace,
  mainCheckoutOf,
  prepareWorkspace,
  projectFolder,
  type Workspace,
} from '../place/workspace.ts'
import { serveRepository } from '../serve/repository/serve-repository.ts'
import { isPlainFolder } from './plain-folder.ts'
import {
  addProject,
  findProject,
  forgetProject,
  isFolder,
  isThere,
  knownProjects,
  projectAt,
  type Project,
} from './registry.ts'

export interface HubOptions {
  /** Where the server was started. */
  readonly folder: string
  /** null: outside of a repository. */
  readonly current: Project | null
  /** Serve no other project. */
  readonly isOnly: boolean
  /** Of all projects. */
  readonly tracker: ServedTracker
}

export function serveHub({ folder, current, isOnly, tracker }: HubOptions): ServedHub {
  const projects = (): readonly Project[] => {
    const remembered = isOnly ? [] : knownProjects()
    const isMissing = current !== null && !remembered.some(({ id }) => id === current.id)
    return isMissing ? [current, ...remembered] : remembered
  }
  return {
    current: current?.id ?? null,
    folder,
    list: () => projects().map(listed),
    add(wanted) {
      if (isOnly) throw ONLY
      return listed(addProject(rootOf(wanted)))
    },
    remove: ({ id }) => forgetProject({ id }),
    open({ id, root }) {
      const workspace = workspaceAt(root)
      // Also a repository that cannot be written to can be looked at.
      if (!isPlainFolder(workspace)) ifItCanBe(() => prepareWorkspace(workspace))
      const repository = serveRepository(workspace, id, tracker)
      return {
        served: repository.served,
        watch: (moved) => watchStore(workspace.database, moved),
        [Symbol.asyncDispose]: () => repository[Symbol.asyncDispose](),
      }
    },
    glance({ root }) {
      const { home, database } = workspaceAt(root)
      const log = openEventLog(database)
      return {
        log,
        conductedRun: () => findCoordinator(home)?.run ?? null,
        frozen: (run) => findFrozen(home, run),
        [Symbol.dispose]: () => log[Symbol.dispose](),
      }
    },
  }
}

/** The project of this workspace; one that could not be listed gets an id that no other has. */
export function projectOf(workspace: Pick<Workspace, 'home'>): Project {
  const root = projectFolder(workspace)
  const own = findProject(root)
  if (own !== null) return own
  const taken = new Set(knownProjects().map(({ id }) => id))
  return projectAt(
    idsFor(basename(root)).find((id) => !taken.has(id))!,
    root,
  )
}

const listed = (project: Project): ListedProject => ({
  id: project.id,
  name: project.name,
  root: project.root,
  isThere: isThere(project),
})

export const workspaceAt = (root: string): Workspace => {
  const home = join(root, HOME)
  return { folder: root, root, home, database: inHome(home, 'database') }
}

/** The repository that the folder belongs to, not one of its worktrees; throws Refused when there is no such folder. */
function rootOf(wanted: string): string {
  const folder = wanted.replace(/^~(?=\/|$)/, homedir())
  if (!isAbsolute(folder))
    throw notAFolder('the folder must be an absolute path', 'such as /home/ada/blog, or ~/blog')
  if (!isFolder(folder))
    throw notAFolder(`there is no folder ${folder}`, 'name the folder of a repository')
  return mainCheckoutOf(findWorkspace(folder).root)
}

const notAFolder = (message: string, hint: string): Refused =>
  new Refused(422, { error: 'no_folder', message, hint })

const ONLY = new Refused(409, {
  error: 'only_project',
  message: 'this server was told to serve one repository only',
  hint: 'start it without --only',
})
