/** Runs git in the folders of tests, without the configuration of the machine. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { shellWord } from '../../src/core/text/command-line.ts'
import { commitId, type CommitId } from '../../src/core/value/ids.ts'

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
export const gitIn = (folder: string, ...args: readonly string[]): string =>
  run(folder, 'git', args)

/** Runs several git commands one after another, from a shell: a small process starts others much faster. */
function gitsIn(folder: string, ...calls: readonly (readonly string[])[]): string {
  const lines = calls.map((args) => ['git', ...args].map(shellWord).join(' '))
  return run(folder, 'sh', ['-c', lines.join(' && ')])
}

function run(folder: string, program: string, args: readonly string[]): string {
  const env = { ...process.env, ...ENVIRONMENT }
  return execFileSync(program, args, {
    cwd: folder,
    env,
    encoding: 'utf8',
    stdio: 'pipe',
  }).trimEnd()
}

/** Makes a repository on main; its first commit has all that is in the folder. */
export function makeRepository(folder: string, files: Files = {}): CommitId {
  write(folder, files)
  const making = [
    ['init', '--quiet', '--initial-branch=main'],
    ['config', 'gc.auto', '0'],
  ]
  return commitId(gitsIn(folder, ...making, ...committing('first')))
}

/** Configures the user, so that commits of other processes are the user's, too. */
export function introduceUser(folder: string): void {
  gitsIn(folder, ['config', 'user.name', USER.name], ['config', 'user.email', USER.email])
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
