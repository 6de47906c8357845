/** The bare git repository behind a repository of our GitHub: its branches, commits and differences. */
import { appendFile, chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { git, tryGit } from './call-git.ts'

export type Branches = ReadonlyMap<string, string>

/** Contents by path; null removes the file. */
export type Files = Readonly<Record<string, string | null>>

export interface Signature {
  readonly name: string
  readonly email: string
}

export interface Difference {
  readonly commits: readonly string[]
  readonly additions: number
  readonly deletions: number
  readonly files: number
}

const SETTINGS = `
[http]
  receivepack = true
[uploadpack]
  allowAnySHA1InWant = true
[receive]
  hideRefs = refs/pull
[gc]
  auto = 0
`

export async function createBareRepository(folder: string, branch: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await git(folder, ['init', '-q', '--bare', `--initial-branch=${branch}`, '.'])
  await appendFile(join(folder, 'config'), SETTINGS)
  await refuseProtected(folder)
}

/** Protected branches are lines of the file `protected-refs`; the words are those of GitHub. */
async function refuseProtected(folder: string): Promise<void> {
  const hook = join(folder, 'hooks', 'update')
  const script = [
    '#!/bin/sh',
    'grep -qxF "$1" "$GIT_DIR/protected-refs" 2>/dev/null || exit 0',
    'echo "error: GH006: Protected branch update failed for $1." >&2',
    'echo "error: Changes must be made through a pull request." >&2',
    'exit 1',
  ]
  await mkdir(join(folder, 'hooks'), { recursive: true })
  await writeFile(hook, `${script.join('\n')}\n`)
  await chmod(hook, 0o755)
}

export async function protectBranches(folder: string, branches: readonly string[]): Promise<void> {
  const lines = branches.map((branch) => `refs/heads/${branch}\n`)
  await writeFile(join(folder, 'protected-refs'), lines.join(''))
}

export async function branchesOf(folder: string): Promise<Branches> {
  const format = '--format=%(objectname) %(refname:lstrip=2)'
  const listed = await git(folder, ['for-each-ref', format, 'refs/heads'])
  const lines = listed.split('\n').filter((line) => line !== '')
  return new Map(lines.map((line) => [line.slice(41), line.slice(0, 40)]))
}

/** Adds a commit to a branch, which begins at `from` if it is new. */
export async function commitFiles(
  folder: string,
  branch: string,
  files: Files,
  by: Signature & { readonly message: string; readonly from: string | undefined },
): Promise<void> {
  const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`
  const now = Math.floor(Date.now() / 1000)
  const changes = Object.entries(files).map(([path, content]) =>
    content === null ? `D ${path}\n` : `M 100644 inline ${path}\n${data(content)}`,
  )
  const commit = [
    `commit refs/heads/${branch}\n`,
    `committer ${by.name} <${by.email}> ${now} +0000\n`,
    data(by.message),
    by.from === undefined ? '' : `from ${by.from}\n`,
    ...changes,
  ]
  await git(folder, ['fast-import', '--quiet', '--force'], { input: commit.join('') })
}

export async function setRef(folder: string, ref: string, sha: string): Promise<void> {
  await git(folder, ['update-ref', ref, sha])
}

export async function removeBranch(folder: string, branch: string): Promise<void> {
  await git(folder, ['update-ref', '-d', `refs/heads/${branch}`])
}

/** A branch, a tag or a commit, as a commit. */
export async function commitOf(folder: string, name: string): Promise<string | null> {
  if (name.startsWith('-')) return null
  const { code, out } = await tryGit(folder, ['rev-parse', '-q', '--verify', `${name}^{commit}`])
  return code === 0 ? out.trim() : null
}

export async function isAncestor(folder: string, old: string, young: string): Promise<boolean> {
  const { code } = await tryGit(folder, ['merge-base', '--is-ancestor', old, young])
  return code === 0
}

/** What `head` has over `base`: its commits, and the lines since they parted. */
export async function difference(folder: string, base: string, head: string): Promise<Difference> {
  const listed = await git(folder, ['rev-list', '--reverse', `${base}..${head}`])
  const { out } = await tryGit(folder, ['diff', '--numstat', `${base}...${head}`])
  const lines = out.split('\n').filter((line) => line !== '')
  const counts = lines.map((line) => line.split('\t').map(Number))
  return {
    commits: listed === '' ? [] : listed.split('\n'),
    additions: counts.reduce((sum, [added]) => sum + (added || 0), 0),
    deletions: counts.reduce((sum, [, removed]) => sum + (removed || 0), 0),
    files: lines.length,
  }
}
