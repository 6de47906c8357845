/** The bare git repository behind a repository of our GitHub: its branches, commits and differences. */
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { git, tryGit } from './call-git.ts'

export type Branches = ReadonlyMap<string, string>

/** Contents by path; null removes the file. */
export type Files = Readonly<Record<string, string | null>>

export interface Signature {
  readonly name: string
  readonly email: string
}

export interface ChangedLines {
  readonly additions: number
  readonly deletions: number
  readonly files: number
}

const SETTINGS = `[core]
  repositoryformatversion = 0
  bare = true
[http]
  receivepack = true
[uploadpack]
  allowAnySHA1InWant = true
[receive]
  hideRefs = refs/pull
[gc]
  auto = 0
`

/** Made by hand: what `git init` would write, without a process. */
export async function createBareRepository(folder: string, branch: string): Promise<void> {
  for (const below of ['objects', 'refs/heads', 'refs/pull', 'hooks'])
    await mkdir(join(folder, below), { recursive: true })
  await writeFile(join(folder, 'HEAD'), `ref: refs/heads/${branch}\n`)
  await writeFile(join(folder, 'config'), SETTINGS)
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
  await writeFile(hook, `${script.join('\n')}\n`)
  await chmod(hook, 0o755)
}

export async function protectBranches(folder: string, branches: readonly string[]): Promise<void> {
  const lines = branches.map((branch) => `refs/heads/${branch}\n`)
  await writeFile(join(folder, 'protected-refs'), lines.join(''))
}

/** Read from the files: nobody else changes them but git, and a process for each look would cost more than the rest. */
export async function branchesOf(folder: string): Promise<Branches> {
  const heads = join(folder, 'refs', 'heads')
  const found = await readdir(heads, { recursive: true, withFileTypes: true })
  const files = found.filter((one) => one.isFile() && !one.name.endsWith('.lock'))
  const loose = await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name)
      return [path.slice(heads.length + 1), (await readFile(path, 'utf8')).trim()] as const
    }),
  )
  return new Map([...(await packedBranches(folder)), ...loose])
}

async function packedBranches(folder: string): Promise<readonly (readonly [string, string])[]> {
  const text = await readFile(join(folder, 'packed-refs'), 'utf8').catch(() => '')
  const lines = text.matchAll(/^([0-9a-f]{40}) refs\/heads\/(.+)$/gm)
  return [...lines].map(([, sha = '', branch = '']) => [branch, sha] as const)
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

/** The head of a pull request, which stays after its branch is gone. Only we write it. */
export async function keepHead(folder: string, number: number, sha: string): Promise<void> {
  const below = join(folder, 'refs', 'pull', `${number}`)
  await mkdir(below, { recursive: true })
  await writeFile(join(below, 'head'), `${sha}\n`)
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

/** The commits that `head` has over `base`, oldest first. */
export const commitsBetween = once(
  async (folder: string, base: string, head: string): Promise<readonly string[]> => {
    const listed = await git(folder, ['rev-list', '--reverse', `${base}..${head}`])
    return listed === '' ? [] : listed.split('\n')
  },
)

/** The lines and files that `head` has changed since it parted from `base`. */
export const linesBetween = once(
  async (folder: string, base: string, head: string): Promise<ChangedLines> => {
    const { out } = await tryGit(folder, ['diff', '--numstat', `${base}...${head}`])
    const lines = out.split('\n').filter((line) => line !== '')
    const counts = lines.map((line) => line.split('\t').map(Number))
    return {
      additions: counts.reduce((sum, [added]) => sum + (added || 0), 0),
      deletions: counts.reduce((sum, [, removed]) => sum + (removed || 0), 0),
      files: lines.length,
    }
  },
)

/** What is said of two commits never changes, so git is asked once. */
function once<T>(find: (folder: string, base: string, head: string) => Promise<T>): typeof find {
  const known = new Map<string, Promise<T>>()
  return (folder, base, head) => {
    const key = `${folder} ${base} ${head}`
    const found = known.get(key) ?? find(folder, base, head)
    known.set(key, found)
    return found
  }
}
