/** Fetches branches of a remote into refs of Conductor. The user's remote-tracking branches, tags and FETCH_HEAD do not change. */
import type { ForgeAnswer } from '../../core/forge/forge-problem.ts'
import { commitId, type CommitId } from '../../core/value/ids.ts'
import { objectsAt } from '../call/commits.ts'
import { mustGit, type GitEnd } from '../call/git-command.ts'
import type { Repository } from '../call/repository.ts'
import { changeRef } from '../land/change-ref.ts'
import { isBranchName } from '../branches/branch-name.ts'
import type { RemoteCall } from './call-remote.ts'
import { problem, problemIn } from './say-remote.ts'

export interface FetchPlace {
  readonly repository: Repository
  readonly remote: string
  readonly call: RemoteCall
}

type Heads = ReadonlyMap<string, CommitId>

const LONGEST_LOOK = 60_000
const LONGEST_FETCH = 600_000

/** Tries twice, because a branch may move or vanish between looking and fetching. */
export async function fetchBranches(
  place: FetchPlace,
  branches: readonly string[],
): Promise<ForgeAnswer<Heads>> {
  const wrong = branches.find((branch) => !isBranchName(branch))
  if (wrong !== undefined) return { ok: false, problem: notABranch(wrong) }
  if (branches.length === 0) return { ok: true, value: new Map() }
  const first = await fetchOnce(place, branches)
  return first.ok || first.problem.is !== 'not-understood' ? first : fetchOnce(place, branches)
}

export const notABranch = (branch: string) =>
  problem(
    'refused',
    `"${branch}" cannot be the name of a branch`,
    'Choose another name for the branch.',
  )

async function fetchOnce(
  place: FetchPlace,
  branches: readonly string[],
): Promise<ForgeAnswer<Heads>> {
  const looked = await lookAt(place, branches)
  if (!looked.ok) return looked
  const heads = looked.value
  const before = await ownRefs(place)
  await forget(place, before, heads, branches)
  const wanted = await unknownOf(place, heads)
  const end = wanted.length === 0 ? DONE : await fetchThese(place, wanted)
  if (end.code !== 0) return { ok: false, problem: problemIn(end, place.remote) }
  await remember(place, before, heads, new Set(wanted))
  const after = await ownRefs(place)
  return { ok: true, value: new Map([...after].filter(([branch]) => heads.has(branch))) }
}

const DONE: GitEnd = { code: 0, stdout: '', stderr: '' }

/** The commits of these branches on the remote, without a fetch; a missing branch is not in the map. */
export async function lookAt(
  place: FetchPlace,
  branches: readonly string[],
): Promise<ForgeAnswer<Heads>> {
  const listed = await listBranches(place, branches)
  if (!listed.ok) return listed
  const wanted = new Set(branches)
  return { ok: true, value: new Map([...listed.value].filter(([branch]) => wanted.has(branch))) }
}

/** Branches of the remote that match one of the patterns; ls-remote also lists those that only end with one. */
export async function listBranches(
  { remote, call }: FetchPlace,
  patterns: readonly string[],
): Promise<ForgeAnswer<Heads>> {
  const refs = patterns.map((pattern) => `refs/heads/${pattern}`)
  const end = await call(['ls-remote', '--refs', '--', remote, ...refs], LONGEST_LOOK)
  if (end.code !== 0) return { ok: false, problem: problemIn(end, remote) }
  const rows = end.stdout.split('\n').map((row) => row.split('\t'))
  const branches = rows.filter(([, ref]) => ref?.startsWith('refs/heads/'))
  return { ok: true, value: new Map(branches.map(([id, ref]) => [nameIn(ref!), commitId(id!)])) }
}

const nameIn = (ref: string): string => ref.slice('refs/heads/'.length)

const folderOf = ({ remote }: FetchPlace): string =>
  `refs/conductor/remote/${remote.replaceAll(/[^A-Za-z0-9_-]+/g, '-')}/`

async function ownRefs(place: FetchPlace): Promise<Heads> {
  const folder = folderOf(place)
  const words = ['for-each-ref', '--format=%(objectname) %(refname)', folder]
  const rows = (await mustGit(words, { in: place.repository.common })).split('\n').filter(Boolean)
  const pairs = rows.map((row) => row.split(/ (.*)/s))
  return new Map(pairs.map(([id, ref]) => [ref!.slice(folder.length), commitId(id!)]))
}

/** Removes refs of vanished branches before the fetch, because git cannot keep `a/b` beside `a`. */
async function forget(
  place: FetchPlace,
  known: Heads,
  heads: Heads,
  branches: readonly string[],
): Promise<void> {
  for (const branch of branches)
    if (known.has(branch) && !heads.has(branch)) await moveRef(place, branch, null)
}

async function unknownOf({ repository }: FetchPlace, heads: Heads): Promise<readonly string[]> {
  if (heads.size === 0) return []
  const objects = await objectsAt([...heads.values()], { in: repository.common })
  return [...heads.keys()].filter((_, at) => objects[at] === null)
}

function fetchThese(place: FetchPlace, branches: readonly string[]): Promise<GitEnd> {
  const folder = folderOf(place)
  const refspecs = branches.map((branch) => `+refs/heads/${branch}:${folder}${branch}`)
  const words = ['-c', 'fetch.writeCommitGraph=false', 'fetch', '--quiet', ...ONLY_THESE]
  return place.call([...words, '--', place.remote, ...refspecs], LONGEST_FETCH)
}

const ONLY_THESE = [
  '--refmap=',
  '--no-tags',
  '--no-prune',
  '--no-write-fetch-head',
  '--no-recurse-submodules',
  '--no-auto-maintenance',
  '--no-show-forced-updates',
]

/** Moves the refs of branches whose commits were here already. */
async function remember(
  place: FetchPlace,
  known: Heads,
  heads: Heads,
  fetched: ReadonlySet<string>,
): Promise<void> {
  for (const [branch, commit] of heads)
    if (!fetched.has(branch) && known.get(branch) !== commit) await moveRef(place, branch, commit)
}

const moveRef = (place: FetchPlace, branch: string, to: CommitId | null): Promise<boolean> =>
  changeRef(
    { ref: `${folderOf(place)}${branch}`, to },
    { repository: place.repository, onNote: () => {} },
  )
