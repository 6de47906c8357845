/** Lists what has been rescued, shows it and brings it back. */
import type { Changes } from '../../core/landing/delivery.ts'
import { commitId, type CommitId } from '../../core/value/ids.ts'
import { DURABLY } from '../call/durable.ts'
import { countChanges } from '../diff/changed-files.ts'
import { isBranchName } from '../branches/branch-name.ts'
import { tipOf } from '../call/commits.ts'
import { askGit, mustGit, runGit } from '../call/git-command.ts'
import type { Repository } from '../call/repository.ts'
import { LANDED } from '../land/target.ts'
import { RESCUED } from './unkept.ts'

export interface Rescued {
  /** The name, such as run-7/task-api/1. */
  readonly name: string
  readonly ref: string
  readonly commit: CommitId
  /** Milliseconds since 1970. */
  readonly at: number
  readonly run: string | null
  readonly lane: string | null
  readonly attempt: string | null
  readonly why: string | null
  /** The first line of the commit message. */
  readonly subject: string
}

/** Newest first, without the rescues that one of the given branches contains. */
export async function listRescues(
  { common }: Repository,
  without: readonly string[] = [],
): Promise<readonly Rescued[]> {
  const format = `--format=${FIELDS.map((field) => `%(${field})%00`).join('')}`
  const landed = without.map((branch) => `--no-merged=${branch}`)
  const words = ['for-each-ref', '--sort=-refname', format, ...landed, RESCUED]
  const listing = await mustGit(words, { in: common })
  const parts = listing.split('\0')
  const rows = Array.from({ length: Math.floor(parts.length / FIELDS.length) }, (_, row) =>
    parts.slice(row * FIELDS.length, (row + 1) * FIELDS.length),
  )
  return rows.map(rescuedFrom).toSorted((one, other) => other.at - one.at)
}

const FIELDS = [
  'refname',
  'objectname',
  '*objectname',
  'taggerdate:unix',
  'committerdate:unix',
  'subject',
  '*subject',
  'contents',
]

/** The ref may be without a tag: other parts of Conductor may keep a commit there directly. */
function rescuedFrom(row: readonly string[]): Rescued {
  const [refname, object, tagged, taggedAt, committedAt, subject, taggedSubject, note] = row
  const ref = refname!.trim()
  const name = ref.slice(RESCUED.length + 1)
  const [, run, lane] = /^run-([^/]+)\/(.+)\/[^/]+$/.exec(name) ?? []
  const trailer = (key: string): string | null =>
    tagged === '' ? null : (new RegExp(`^Conductor-${key}: (.+)$`, 'm').exec(note!)?.[1] ?? null)
  return {
    name,
    ref,
    commit: commitId(tagged || object!),
    at: Number(taggedAt || committedAt) * 1000,
    run: trailer('Run') ?? run ?? null,
    lane: trailer('Lane') ?? lane ?? null,
    attempt: trailer('Attempt'),
    why: tagged === '' ? null : subject!,
    subject: tagged === '' ? subject! : taggedSubject!,
  }
}

export interface Extent {
  /** The branch that the commit is compared with. */
  readonly branch: string
  /** How many commits the rescue has that the branch lacks. */
  readonly commits: number
  readonly changes: Changes
}

/** Compares with the commit where the rescue left the given branch. */
export async function extentOf(
  { common }: Repository,
  { commit }: Rescued,
  branch: string,
): Promise<Extent> {
  const git = { in: common }
  const base = await runGit(['merge-base', branch, commit], git)
  const from = base?.trim() ?? (await mustGit(['hash-object', '-t', 'tree', '--stdin'], git))
  const commits = Number(await mustGit(['rev-list', '--count', `${branch}..${commit}`], git))
  return { branch, commits, changes: await countChanges(from, commit, git) }
}

/** The branches that runs have landed on and that still exist. */
export async function targetsOf({ common }: Repository): Promise<readonly string[]> {
  const words = ['for-each-ref', '--format=%(refname)']
  const listing = await mustGit([...words, 'refs/heads', LANDED], { in: common })
  const refs = new Set(listing.split('\n').filter(Boolean))
  const isTarget = (ref: string): boolean => refs.has(ref.replace(/^refs\/heads\//, LANDED))
  return [...refs].filter((ref) => ref.startsWith('refs/heads/') && isTarget(ref))
}

export async function defaultBranch({ root }: Repository): Promise<string> {
  const git = { in: root }
  const remote = await runGit(
    ['symbolic-ref', '--quiet', '--short', 'refs/remotes/origin/HEAD'],
    git,
  )
  if (remote !== null) return remote.trim()
  for (const name of ['main', 'master']) if ((await tipOf(name, root)) !== null) return name
  return 'HEAD'
}

/** The message, the files and the lines; a merge or a stash is compared with its first parent. */
export function showRescue(
  { common }: Repository,
  { commit }: Rescued,
  { colour }: { readonly colour: boolean },
): Promise<string> {
  const how = ['--stat', '--patch', '--diff-merges=first-parent', '--no-ext-diff']
  const words = ['show', ...how, `--color=${colour ? 'always' : 'never'}`, commit]
  return mustGit(words, { in: common })
}

export type Restored =
  | { readonly ok: true; readonly branch: string }
  | { readonly ok: false; readonly why: 'taken' | 'no-name'; readonly branch: string }

/** Makes a new branch and never changes an existing one; the default name is rescued/<lane>-<n>. */
export async function restoreRescue(
  { common }: Repository,
  { name, lane, commit }: Rescued,
  branch: string | null,
): Promise<Restored> {
  if (branch !== null) return create(common, branch, commit)
  const first = `rescued/${lane ?? 'work'}-${name.split('/').at(-1)}`
  for (let number = 1; ; number++) {
    const made = await create(common, number === 1 ? first : `${first}-${number}`, commit)
    if (made.ok || made.why !== 'taken' || number === MOST_NAMES) return made
  }
}

const MOST_NAMES = 100

async function create(common: string, branch: string, commit: CommitId): Promise<Restored> {
  const git = { in: common }
  if (!isBranchName(branch)) return { ok: false, why: 'no-name', branch }
  const input = `create refs/heads/${branch} ${commit}\n`
  const made = await askGit([...DURABLY, 'update-ref', '--create-reflog', '--stdin'], {
    ...git,
    input,
  })
  return made.code === 0 ? { ok: true, branch } : { ok: false, why: 'taken', branch }
}
