/** The workspace: the folder that holds `.conductor/`, and what is in it. */
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { HOME, inHome } from '../../core/value/home-paths.ts'
import { Complaint } from '../console/complain.ts'

export interface Workspace {
  /** Where the command was called, somewhere below the root. */
  readonly folder: string
  /** The top of the repository, or of the linked worktree, or the current folder outside of one. */
  readonly root: string
  /** The `.conductor` folder: a linked worktree uses that of its repository, so that a repository has one list of runs. */
  readonly home: string
  readonly database: string
}

export function findWorkspace(from: string): Workspace {
  const folder = resolve(from)
  const root = homeOfWorktree(folder) ?? topOf(folder)
  const home = join(isUsedAlone(root) ? root : mainCheckoutOf(root), HOME)
  return { folder, root, home, database: inHome(home, 'database') }
}

/** The folder of the project that the workspace belongs to. */
export const projectFolder = ({ home }: Pick<Workspace, 'home'>): string => dirname(home)

/** A linked worktree that has runs or settings of its own keeps them. */
const isUsedAlone = (root: string): boolean =>
  (['database', 'config'] as const).some((name) => existsSync(inHome(join(root, HOME), name)))

/** Makes the folder, for this user only, and keeps it out of commits without touching the user's .gitignore. */
export function prepareWorkspace({ root, home }: Workspace): void {
  makeFolder(home)
  closeToOthers(home)
  const git = gitFolder(root)
  if (git === null) return ignoreEverything(inHome(home, 'ignore'))
  const exclude = join(git, 'info', 'exclude')
  const excluded = existsSync(exclude) ? readFileSync(exclude, 'utf8') : ''
  if (excluded.split('\n').includes(`${HOME}/`)) return
  mkdirSync(dirname(exclude), { recursive: true })
  appendFileSync(exclude, `${excluded === '' || excluded.endsWith('\n') ? '' : '\n'}${HOME}/\n`)
}

/** The folder may become a repository later, and `git add --all` must not commit records and keys. */
function ignoreEverything(file: string): void {
  if (!existsSync(file)) writeFileSync(file, '*\n', { mode: 0o600 })
}

function makeFolder(home: string): void {
  try {
    mkdirSync(home, { recursive: true, mode: 0o700 })
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code
    throw new Complaint(
      `the folder ${home} cannot be made (${reason})`,
      'Conductor keeps its records there; is a file in the way, or is this folder not writable?',
    )
  }
}

/** Whether other users of this machine could read or change what is in it. */
export const isOpenToOthers = (folder: string): boolean => (statSync(folder).mode & 0o077) !== 0

/** The user may have made the folder, for their config.yaml. */
function closeToOthers(home: string): void {
  try {
    if (isOpenToOthers(home)) chmodSync(home, 0o700)
  } catch {
    // Another user owns it, or its file system has no modes. The files that we write into it are private all the same.
  }
}

/** The folder that all worktrees of the repository share; null: this is no repository. */
function gitFolder(root: string): string | null {
  const git = join(root, '.git')
  if (!existsSync(git)) return null
  if (statSync(git).isDirectory()) return git
  const [, gitDirectory] = /^gitdir: (.+)$/m.exec(readFileSync(git, 'utf8')) ?? []
  if (gitDirectory === undefined) return null
  const own = resolve(root, gitDirectory)
  const common = join(own, 'commondir')
  return existsSync(common) ? resolve(own, readFileSync(common, 'utf8').trim()) : own
}

/** The checkout that a linked worktree belongs to; any other folder itself, also if its repository has no checkout. */
export function mainCheckoutOf(root: string): string {
  const common = gitFolder(root)
  if (common === null || basename(common) !== '.git') return root
  const main = dirname(common)
  return isRepository(main) && !isBare(common) ? main : root
}

/** Some people keep a bare repository in a folder called .git, and work in its linked worktrees only. */
function isBare(common: string): boolean {
  const config = join(common, 'config')
  return existsSync(config) && /^\s*bare\s*=\s*true\s*$/im.test(readFileSync(config, 'utf8'))
}

/** A command that a task calls in its worktree is meant for the run of that task. */
function homeOfWorktree(folder: string): string | null {
  const { CONDUCTOR_HOME: home, CONDUCTOR_WORKTREE: worktree } = process.env
  if (home === undefined || worktree === undefined) return null
  return folder === worktree || folder.startsWith(worktree + sep) ? dirname(home) : null
}

/** Sandboxes leave empty folders called .git, which git itself ignores. */
export function isRepository(folder: string): boolean {
  const git = statSync(join(folder, '.git'), { throwIfNoEntry: false })
  return git !== undefined && (git.isFile() || existsSync(join(folder, '.git', 'HEAD')))
}

/** The nearest folder upwards that Conductor has used before or that is a repository. */
function topOf(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(inHome(join(at, HOME), 'database')) || isRepository(at)) return at
    if (at === dirname(at)) return folder
  }
}
