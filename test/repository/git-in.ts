/** Runs git in the folders of tests, without the configuration of the machine. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { shellWord } from '../../src/core/text/command-line.ts'
import { commitId, type CommitId } from '../../src/core/value/ids.ts'
import { runAtOnce } from './shell-at-once.ts'

/** null: the file is removed. */
export type Files = Readonly<Record<string, string | Buffer | null>>

const USER = { name: 'User', email: 'user@localhost' }

const ENVIRONMENT = {
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_AUTHOR_NAME: USER.name,
  GIT_AUTHOR_EMAIL: USER.email,
  GIT_COMMITTER_NAME: USER.name,
  GIT_COMMITTER_EMAIL: USER.email,
}

/** Returns the output of git, without line breaks at the end; throws with its error output when git fails. */
export const gitIn = (folder: string, ...args: readonly string[]): string => gitsIn(folder, args)

/** Runs several git commands one after another, as long as each succeeds. */
const gitsIn = (folder: string, ...calls: readonly (readonly string[])[]): string => {
  const lines = calls.map((args) => ['git', ...args].map(shellWord).join(' '))
  return runAtOnce(folder, lines.join(' && '), { ...process.env, ...ENVIRONMENT })
}

/** Makes a repository on main; its first commit has all that is in the folder. */
export function makeRepository(folder: string, files: Files = {}): CommitId {
  write(folder, files)
  const isMade = initialise(folder)
  const making = isMade ? [] : [['init', '--quiet', '--initial-branch=main'], ...QUIET]
  return commitId(gitsIn(folder, ...making, ...committing('first')))
}

/** Git starts nothing in the background, neither to collect nor to see whether it should. */
const QUIET = [
  ['config', 'gc.auto', '0'],
  ['config', 'maintenance.auto', 'false'],
]

/** What `git init` and QUIET write on Linux. */
const EMPTY_REPOSITORY: Files = {
  HEAD: 'ref: refs/heads/main\n',
  config:
    '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n\tlogallrefupdates = true\n' +
    '[gc]\n\tauto = 0\n[maintenance]\n\tauto = false\n',
  description: 'A repository of a test.\n',
  'info/exclude': '# Lines here are ignored.\n',
}

const EMPTY_FOLDERS = ['hooks', 'objects/info', 'objects/pack', 'refs/heads', 'refs/tags']

/**
 * The tests make more than a thousand repositories: to write these files costs a twentieth of what git costs to
 * write them. Returns false where git has to do it, because it asks the file system what it can.
 */
function initialise(folder: string): boolean {
  const place = join(folder, '.git')
  if (process.platform !== 'linux' || existsSync(place)) return false
  for (const empty of EMPTY_FOLDERS) mkdirSync(join(place, empty), { recursive: true })
  write(place, EMPTY_REPOSITORY)
  return true
}

/** Configures the user, so that commits of other processes are the user's, too. */
export function introduceUser(folder: string): void {
  const config = join(folder, '.git', 'config')
  if (existsSync(config))
    appendFileSync(config, `[user]\n\tname = ${USER.name}\n\temail = ${USER.email}\n`)
  else gitsIn(folder, ['config', 'user.name', USER.name], ['config', 'user.email', USER.email])
}

/** Writes the files and commits everything. */
export function commitIn(folder: string, message: string, files: Files = {}): CommitId {
  write(folder, files)
  return commitId(gitsIn(folder, ...committing(message)))
}

const committing = (message: string): readonly (readonly string[])[] => [
  ['add', '--all'],
  ['commit', '--quiet', '--allow-empty', '--message', message],
  ['rev-parse', 'HEAD'],
]

function write(folder: string, files: Files): void {
  for (const [file, text] of Object.entries(files)) writeIn(folder, file, text)
}

export function writeIn(folder: string, file: string, text: string | Buffer | null): void {
  const path = join(folder, file)
  if (text === null) return rmSync(path, { recursive: true, force: true })
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** null: there is no such file. */
export function readIn(folder: string, file: string): string | null {
  return existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8') : null
}
