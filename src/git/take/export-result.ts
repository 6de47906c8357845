/** Brings the result of a run out of the repository: as patches, or to a remote. */
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Pushed, PushRequest, ResultRange } from '../../conduct/take-ports.ts'
import type { TakeRefusal } from '../../core/take/take-choices.ts'
import { commitId, type CommitId } from '../../core/value/ids.ts'
import { formatDuration } from '../../core/value/duration.ts'
import { askGit, mustGit } from '../call/git-command.ts'
import { signedGit } from '../call/identity.ts'
import { contentGit, type Repository } from '../call/repository.ts'
import { usersHooks } from '../call/users-hooks.ts'
import { STEADY } from '../publish/call-remote.ts'
import { LONGEST_PUSH } from '../publish/push-branch.ts'
import { entryAt } from './compare-files.ts'

/** The folder must not exist yet, or be empty; it appears when it is complete. */
export async function writePatches(
  repository: Repository,
  range: ResultRange,
  folder: string,
): Promise<number | TakeRefusal> {
  const room = makeRoom(folder)
  if ('is' in room) return room
  const { half, whole } = room
  try {
    await formatPatches(repository, range, ['--output-directory', half])
    const count = readdirSync(half).length
    renameSync(half, whole)
    return count
  } finally {
    rmSync(half, { recursive: true, force: true })
  }
}

/** half: a new folder beside `whole`, which has that name when it is complete. */
function makeRoom(folder: string): { readonly half: string; readonly whole: string } | TakeRefusal {
  try {
    const entry = entryAt(folder)
    // A link to an empty folder is as good as the folder.
    const whole = entry?.isSymbolicLink() === true ? realpathSync(folder) : folder
    if (entry !== null && readdirSync(whole).length > 0) return { is: 'folder-taken', folder }
    mkdirSync(dirname(whole), { recursive: true })
    return { half: mkdtempSync(join(dirname(whole), '.conductor-patches-')), whole }
  } catch (error) {
    const because = WHY_NO_FOLDER[(error as NodeJS.ErrnoException).code ?? '']
    if (because === undefined) throw error
    return { is: 'bad-folder', folder, because }
  }
}

const WHY_NO_FOLDER: Readonly<Record<string, string>> = {
  ENOTDIR: 'it, or what stands before it, is a file and not a folder',
  EEXIST: 'what stands before it is a file and not a folder',
  ENOENT: 'it is a link to nothing',
  ELOOP: 'it is a link to itself',
  EACCES: 'you may not write there',
  EPERM: 'you may not write there',
  EROFS: 'that disk can only be read',
  ENAMETOOLONG: 'its name is too long',
}

/** All patches in one text, as `git am` reads them. */
export const patchText = (repository: Repository, range: ResultRange): Promise<string> =>
  formatPatches(repository, range, ['--stdout'])

async function formatPatches(
  repository: Repository,
  { base, result }: ResultRange,
  where: readonly string[],
): Promise<string> {
  const tip = await inOneLine(repository, { base, result })
  const words = [...PLAIN_DIFFS, 'format-patch', ...PLAIN_PATCHES]
  return mustGit([...words, ...where, `${base}..${tip}`], contentGit(repository, repository.root))
}

/** Settings of the user that would make patches which `git am` cannot read. */
const PLAIN_DIFFS = [
  'diff.noprefix=false',
  'diff.mnemonicPrefix=false',
  'diff.renames=true',
].flatMap((setting) => ['-c', setting])

/** Overrides more of them. */
const PLAIN_PATCHES = [
  '--no-cover-letter',
  '--no-attach',
  '--no-thread',
  '--no-base',
  '--no-color',
  '--no-relative',
  '--no-ext-diff',
  '--no-textconv',
  '--full-index',
  '--unified=3',
  '--inter-hunk-context=0',
  '--src-prefix=a/',
  '--dst-prefix=b/',
  '--submodule=short',
  '--suffix=.patch',
  '-O/dev/null',
  '--quiet',
]

/**
 * The same trees, with one commit for each landing and none of them a merge: a patch cannot hold a merge, and the
 * commits of branches that were merged apply to their own bases only.
 */
async function inOneLine(repository: Repository, { base, result }: ResultRange): Promise<CommitId> {
  const here = { in: repository.root }
  const words = ['--first-parent', '--reverse', '-z', '--format=%T%n%P%n%an%n%ae%n%aI%n%B']
  const listing = await mustGit(['log', ...words, `${base}..${result}`], here)
  let tip = base
  let before = await treeOf(base)
  for (const row of listing.split('\0').filter(Boolean)) {
    const [tree, parents, name, email, at, ...message] = row.split('\n')
    if (tree === before) continue
    const second = parents!.split(' ')[1]
    const author = second === undefined ? [name, email, at] : await authorOf(second)
    const environment = {
      GIT_AUTHOR_NAME: author[0]!,
      GIT_AUTHOR_EMAIL: author[1]!,
      GIT_AUTHOR_DATE: author[2]!,
    }
    const input = message.join('\n')
    const made = ['commit-tree', tree!, '-p', tip]
    tip = commitId(await signedGit(made, { ...here, environment, input }))
    before = tree!
  }
  return tip

  function treeOf(commit: string): Promise<string> {
    return mustGit(['rev-parse', `${commit}^{tree}`], here)
  }

  async function authorOf(commit: string): Promise<readonly string[]> {
    return (await mustGit(['log', '-1', '--format=%an%n%ae%n%aI', commit], here)).split('\n')
  }
}

/** Never by force. */
export async function pushResult(
  repository: Repository,
  { remote, branch, commit, signal }: PushRequest,
  longest = LONGEST_PUSH,
): Promise<Pushed | TakeRefusal> {
  const patience = AbortSignal.timeout(longest)
  const here = { in: repository.root, signal: AbortSignal.any([patience, signal]) }
  // The user's own push runs the user's hooks, too: git-lfs uploads its files in one of them.
  const hooks = await usersHooks(repository)
  const words = [...STEADY, '-c', `core.hooksPath=${hooks}`, 'push', '--porcelain', remote]
  const end = await askGit([...words, `${commit}:refs/heads/${branch}`], here)
  // Git prints `=<TAB>from:to<TAB>[up to date]` for a ref that is there already.
  const isNew = !/^=\t/m.test(end.stdout)
  if (end.code === 0) return { isNew, remarks: linesFrom(end.stderr) }
  if (signal.aborted) return { is: 'push-stopped', remote, branch }
  if (patience.aborted)
    return { is: 'push-refused', remote, says: `no answer in ${formatDuration(longest / 1000)}` }
  const last = rejectionIn(end.stdout) ?? linesIn(end.stderr).at(-1) ?? `exit ${end.code}`
  return { is: 'push-refused', remote, says: last }
}

const linesIn = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

const linesFrom = (stderr: string): readonly string[] =>
  linesIn(stderr)
    .filter((line) => line.startsWith('remote:'))
    .map((line) => line.slice('remote:'.length).trim())
    .filter(Boolean)

/** Git prints `!<TAB>from:to<TAB>[rejected] (why)` for a ref that was not pushed. */
const rejectionIn = (stdout: string): string | null =>
  /^!\t[^\t]*\t(.+)$/m.exec(stdout)?.[1] ?? null
