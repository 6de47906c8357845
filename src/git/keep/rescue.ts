/** Keeps commits that would be lost: under refs of our own, with why and when, for as long as the user wants. */
import type { AttemptId, CommitId, LaneName, RunId } from '../../core/value/ids.ts'
import { DURABLY } from '../call/durable.ts'
import { NOBODY } from '../call/identity.ts'
import { askGit, GitRefused, mustGit } from '../call/git-command.ts'
import type { Repository } from '../call/repository.ts'
import { KEEPING, refsIn, RESCUED, unkeptTips } from './unkept.ts'

export interface RescueNote {
  /** null: it happened by hand, outside a run. */
  readonly run: RunId | null
  readonly lane: LaneName
  readonly attempt: AttemptId | null
  /** One sentence for people. */
  readonly why: string
}

/**
 * Returns the refs that keep the commits, or null when branches or earlier rescues keep them all. A branch
 * that stands at one of the commits does not count, because the caller is about to move it.
 */
export async function rescue(
  repository: Repository,
  commits: readonly CommitId[],
  note: RescueNote,
): Promise<string | null> {
  if (commits.length === 0) return null
  const given = new Set<string>(commits)
  const keepers = (await refsIn(repository, KEEPING)).filter(
    ({ ref, object }) => ref.startsWith(RESCUED) || !given.has(object),
  )
  const tips = await unkeptTips(
    repository,
    commits,
    keepers.map(({ object }) => object),
  )
  if (tips.length === 0) return null
  const tags = await Promise.all(tips.map((tip) => tag(repository, tip, note)))
  return (await name(repository, tags, note)).join(', ')
}

/** An annotated tag records why and when; unlike a reflog it never expires. */
function tag({ common }: Repository, commit: CommitId, note: RescueNote): Promise<string> {
  const { run, lane, attempt } = note
  const input = [
    `object ${commit}`,
    'type commit',
    `tag ${folderOf(note)}`,
    `tagger ${NOBODY.name} <${NOBODY.email}> ${Math.floor(Date.now() / 1000)} +0000`,
    '',
    oneLine(note.why),
    '',
    ...(run === null ? [] : [`Conductor-Run: ${oneLine(run)}`]),
    `Conductor-Lane: ${oneLine(lane)}`,
    ...(attempt === null ? [] : [`Conductor-Attempt: ${oneLine(attempt)}`]),
    '',
  ].join('\n')
  return mustGit([...DURABLY, 'mktag', '--no-strict'], { in: common, input })
}

const TRIES = 100

/** Refs are created, never changed: if another process takes a number first, the next number is tried. */
async function name(
  { common }: Repository,
  tags: readonly string[],
  note: RescueNote,
): Promise<readonly string[]> {
  const folder = `${RESCUED}/${folderOf(note)}`
  const words = [...DURABLY, 'update-ref', '--stdin']
  for (let first = (await highest(common, folder)) + 1, left = TRIES; ; first++, left--) {
    const names = tags.map((_, position) => `${folder}/${first + position}`)
    const input = names.map((ref, position) => `create ${ref} ${tags[position]}\n`).join('')
    const end = await askGit(words, { in: common, input })
    if (end.code === 0) return names
    if (left === 0) throw new GitRefused(['update-ref'], end)
  }
}

async function highest(common: string, folder: string): Promise<number> {
  const listing = await mustGit(['for-each-ref', '--format=%(refname)', `${folder}/`], {
    in: common,
  })
  const numbers = listing.split('\n').map((ref) => Number(ref.slice(folder.length + 1)) || 0)
  return Math.max(0, ...numbers)
}

const folderOf = ({ run, lane }: RescueNote): string =>
  `${run === null ? 'by-hand' : `run-${refPart(run)}`}/${refPart(lane)}`

/** Turns any text into one valid part of the name of a ref. */
const refPart = (text: string): string =>
  text
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 100) || 'unnamed'

const oneLine = (text: string): string => text.replaceAll(/[\x00-\x1f\x7f]+/g, ' ').trim()
