/**
 * The projects of this user: every repository that Conductor was used in. Each is a small file of its own in
 * `~/.conductor/projects`, so that processes that add and remove at the same time lose nothing and need no lock.
 */
import {
  linkSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { idsFor, isProjectId } from '../../core/projects/project-ids.ts'
import { HOME, inHome } from '../../core/value/home-paths.ts'
import { jsonFields } from '../../core/value/json-fields.ts'
import { clearLeftovers } from '../place/clear-leftovers.ts'
import { textInFile } from '../place/text-in-file.ts'
import { projectFolder, type Workspace } from '../place/workspace.ts'

export interface Project {
  /** Unique, the same for as long as the project is listed, safe in URLs. */
  readonly id: string
  /** The name of its folder. */
  readonly name: string
  /** The top of the repository. */
  readonly root: string
  /** Its `.conductor` folder. */
  readonly home: string
}

/** Every project that is listed, by name; also those whose folder is gone. */
export function knownProjects(): readonly Project[] {
  return filesIn(projectsFolder())
    .flatMap((file) => projectIn(file) ?? [])
    .toSorted((a, b) => byName(a.name, b.name) || byName(a.id, b.id))
}

const byName = new Intl.Collator('en', { numeric: true }).compare

/** Files in the list that cannot be read; they are left as they are. */
export const damagedEntries = (): readonly string[] =>
  filesIn(projectsFolder()).filter((file) => projectIn(file) === null)

export const isThere = ({ root }: Pick<Project, 'root'>): boolean => isFolder(root)

/** A folder that this user may not look into counts as gone. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

/** By the folder itself, however a link leads there; null: it is not listed. */
export function findProject(folder: string): Project | null {
  const root = isFolder(folder) ? realpathSync(folder) : folder
  return knownProjects().find((project) => project.root === root) ?? null
}

/** A command that uses a repository calls this. A list that cannot be written stops no command. */
export function rememberProject(workspace: Pick<Workspace, 'home'>): void {
  try {
    addProject(projectFolder(workspace))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
  }
}

/** Adds the folder, or returns the project that it is already. */
export function addProject(folder: string): Project {
  return findProject(folder) ?? writeEntry(realpathSync(folder))
}

/** Forgets the project. Nothing in its folder is touched. */
export function forgetProject({ id }: Pick<Project, 'id'>): void {
  rmSync(entryOf(id), { force: true })
}

/** A link is made only if there is no such file, so two processes never get the same id for two folders. */
function writeEntry(root: string): Project {
  const folder = projectsFolder()
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  clearLeftovers(folder, (name) => /^\.[\da-f-]+\.new$/.test(name))
  const aside = join(folder, `.${randomUUID()}.new`)
  const entry = { folder: root, added_at: new Date().toISOString() }
  try {
    writeFileSync(aside, `${JSON.stringify(entry)}\n`, { mode: 0o600 })
    // Another process may have just added the same folder.
    const id = idsFor(basename(root)).find(
      (one) => linkedTo(aside, entryOf(one)) || projectIn(entryOf(one))?.root === root,
    )
    return projectAt(id!, root)
  } finally {
    rmSync(aside, { force: true })
  }
}

function linkedTo(aside: string, file: string): boolean {
  try {
    linkSync(aside, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Read at each call: tests, and users with several homes, set HOME. */
const projectsFolder = (): string => inHome(join(homedir(), HOME), 'projects')

const entryOf = (id: string): string => join(projectsFolder(), `${id}${ENDING}`)

const ENDING = '.json'

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(ENDING))
      .map((name) => join(folder, name))
  } catch {
    // There is no list yet, or it cannot be read: commands work without it.
    return []
  }
}

/** null: the file is damaged, or not one of ours. */
function projectIn(file: string): Project | null {
  const id = basename(file, ENDING)
  const folder = jsonFields(textInFile(file) ?? '')?.['folder']
  return isProjectId(id) && typeof folder === 'string' && folder.startsWith('/')
    ? projectAt(id, folder)
    : null
}

export const projectAt = (id: string, root: string): Project => ({
  id,
  name: basename(root),
  root,
  home: join(root, HOME),
})
