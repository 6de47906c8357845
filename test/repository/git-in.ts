/** Git in the folders of tests, whatever the machine has configured. */
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

/** What git says, without line breaks at the end; throws with what git says when it says no. */
export const gitIn = (folder: string, ...args: readonly string[]): string =>
  run(folder, 'git', args)

/** Several calls of git, one after another. They are started by a shell: a small process starts others in a fraction of the time. */
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

/** On main, with all that is in the folder in a first commit. */
export function makeRepository(folder: string, files: Files = {}): CommitId {
  write(folder, files)
  const made = [
    ['init', '--quiet', '--initial-branch=main'],
    ['config', 'gc.auto', '0'],
  ]
  return commitId(gitsIn(folder, ...made, ...committing('first')))
}

/** So that whoever else commits there is the user, too. */
export function introduceUser(folder: string): void {
  gitsIn(folder, ['config', 'user.name', USER.name], ['config', 'user.email', USER.email])
}

/** Writes what is given, commits everything. */
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

/** null: no such file. */
export function readIn(folder: string, file: string): string | null {
  return existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8') : null
}
