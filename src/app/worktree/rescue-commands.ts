/** conductor rescue: lists, shows and restores commits that were kept from being lost. */
import { shellWord } from '../../core/text/command-line.ts'
import { closestWord } from '../../core/value/closest-word.ts'
import { plainText } from '../../core/text/plain-text.ts'
import { sayCount } from '../../core/say/say-count.ts'
import type { Repository } from '../../git/call/repository.ts'
import {
  defaultBranch,
  extentOf,
  listRescues,
  restoreRescue,
  showRescue,
  targetsOf,
  type Extent,
  type Rescued,
} from '../../git/keep/rescued.ts'
import { Complaint } from '../console/complain.ts'
import type { Console } from '../console/console.ts'
import { mustFindRepository } from '../place/must-find-repository.ts'
import { paint, type Paint } from '../../report-text/paint.ts'

export interface RescueOptions {
  /** For restore. */
  readonly branch: string | undefined
  /** For list: also rescues that the default branch or the branch of a run contains by now. */
  readonly all: boolean
}

export async function rescueCommand(
  action: string | undefined,
  name: string | undefined,
  { branch, all }: RescueOptions,
  console: Console,
): Promise<number> {
  const repository = await mustFindRepository(console.folder, 'nothing can be rescued here')
  switch (action ?? 'list') {
    case 'list':
      return list(repository, all, console)
    case 'show':
      return show(repository, await mustFind(repository, name), console)
    case 'restore':
      return restore(repository, await mustFind(repository, name), branch ?? null, console)
    default:
      throw new Complaint(
        `"${action}" is not an action of rescue`,
        'the actions are list, show and restore',
      )
  }
}

async function list(repository: Repository, all: boolean, console: Console): Promise<number> {
  const branch = await defaultBranch(repository)
  const rows = await rowsOf(repository)
  // A rescue that has landed meanwhile needs no attention any more.
  const shown = all ? rows : rows.filter(({ isInBranches }) => !isInBranches)
  const extents: Extent[] = []
  for (const { rescued } of shown) extents.push(await extentOf(repository, rescued, branch))
  const style = paint(console.colour)
  const text = [
    ...shown.map((row, i) => sayRescue(row, extents[i]!, style)),
    ...sayRest(shown.length, rows.length - shown.length),
  ]
  console.answer(
    text.join('\n\n'),
    shown.map((row, i) => documentOf(row, extents[i]!)),
  )
  return 0
}

/** isInBranches: the default branch or the branch of a run contains all of it. */
interface Row {
  readonly rescued: Rescued
  readonly isInBranches: boolean
}

async function rowsOf(repository: Repository): Promise<readonly Row[]> {
  const branches = [await defaultBranch(repository), ...(await targetsOf(repository))]
  const missing = new Set((await listRescues(repository, branches)).map(({ name }) => name))
  const all = await listRescues(repository)
  return all.map((rescued) => ({ rescued, isInBranches: !missing.has(rescued.name) }))
}

function sayRest(shown: number, left: number): readonly string[] {
  if (left === 0) return shown === 0 ? [NOTHING] : []
  const are = `${left === 1 ? 'is' : 'are'} in your branches already: conductor rescue list --all`
  return [shown === 0 ? `${sayCount(left, 'rescue')} ${are}` : `${left} more ${are}`]
}

const NOTHING = 'there is nothing in rescue'

async function show(repository: Repository, rescued: Rescued, console: Console): Promise<number> {
  const colour = console.colour && !console.json
  const patch = await showRescue(repository, rescued, { colour })
  const extent = await extentOf(repository, rescued, await defaultBranch(repository))
  const row = (await rowsOf(repository)).find((one) => one.rescued.name === rescued.name)!
  const text = [sayRescue(row, extent, paint(console.colour)), '', harmless(patch)].join('\n')
  console.answer(text, { ...documentOf(row, extent), patch }, 'coloured')
  return 0
}

async function restore(
  repository: Repository,
  rescued: Rescued,
  branch: string | null,
  console: Console,
): Promise<number> {
  const compared = await defaultBranch(repository)
  const restored = await restoreRescue(repository, rescued, branch)
  if (!restored.ok)
    throw new Complaint(
      restored.why === 'taken'
        ? `the branch ${restored.branch} cannot be made: one of that name, or in its way, exists`
        : `"${restored.branch}" cannot be the name of a branch`,
      'nothing was changed; give another name with --branch',
    )
  const made = restored.branch
  console.answer(
    [
      `Made the branch ${made} from ${rescued.name}, which stays.`,
      `See it:   git log -p ${shellWord(`${compared}..${made}`)}`,
      `Take it:  git merge ${shellWord(made)}   or a part of it: git cherry-pick <commit>`,
    ].join('\n'),
    { ...identityOf(rescued), branch: made },
  )
  return 0
}

/** Accepts the short name, or the full ref. */
async function mustFind(repository: Repository, name: string | undefined): Promise<Rescued> {
  const rescues = await listRescues(repository)
  if (name === undefined) throw new Complaint('which one?', sayNames(rescues, ''))
  const rescue = rescues.find((rescued) => rescued.name === name || rescued.ref === name)
  if (rescue === undefined)
    throw new Complaint(`nothing was rescued as "${name}"`, sayNames(rescues, name))
  return rescue
}

const MOST_NAMED = 5

function sayNames(rescues: readonly Rescued[], typed: string): string {
  const names = rescues.map(({ name }) => name)
  if (names.length === 0) return NOTHING
  const near = closestWord(typed, names)
  const alike = typed === '' ? [] : names.filter((name) => name.includes(typed))
  const meant = [...new Set([...(near === null ? [] : [near]), ...alike])].slice(0, MOST_NAMED)
  if (meant.length > 0) return `did you mean ${meant.join(', ')}?`
  const more = names.length > MOST_NAMED ? ', ... (see `conductor rescue list --all`)' : ''
  return `there is ${names.slice(0, MOST_NAMED).join(', ')}${more}`
}

function sayRescue(
  { rescued, isInBranches }: Row,
  { commits, changes, branch }: Extent,
  style: Paint,
): string {
  const { name, at, run, lane, attempt, why, subject } = rescued
  const files = sayCount(changes.filesCreated + changes.filesChanged, 'file')
  const lines = `+${changes.linesAdded} -${changes.linesDeleted} lines`
  const from = [run === null ? null : `run ${run}`, lane, attempt].filter((part) => part !== null)
  return [
    `${style.bold(name)}  ${plainText(subject)}`,
    `    ${sayTime(at)}, ${from.join(', ')}`,
    ...(why === null ? [] : [`    ${plainText(why)}`]),
    ...(isInBranches ? ['    your branches already contain all of it'] : []),
    style.dim(`    ${sayCount(commits, 'commit')} that ${branch} lacks: ${files}, ${lines}`),
  ].join('\n')
}

/** In the user's time zone, to the minute. */
function sayTime(at: number): string {
  const date = new Date(at)
  const two = (number: number): string => String(number).padStart(2, '0')
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-')
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`
}

/** Lines of files may contain codes that move the cursor; of git's own codes only colours are kept. */
const harmless = (text: string): string =>
  text.replaceAll(/\x1b(?!\[[\d;]*[mK])/g, '^[').replaceAll(/[\x00-\x08\x0b-\x1a\x7f]/g, '')

const identityOf = ({ name, ref, commit }: Rescued): object => ({ name, ref, commit })

const documentOf = (
  { rescued, isInBranches }: Row,
  { branch, commits, changes }: Extent,
): object => ({
  ...identityOf(rescued),
  at: new Date(rescued.at).toISOString(),
  run: rescued.run,
  lane: rescued.lane,
  attempt: rescued.attempt,
  why: rescued.why,
  subject: rescued.subject,
  in_branches: isInBranches,
  compared_with: branch,
  commits,
  files_created: changes.filesCreated,
  files_changed: changes.filesChanged,
  lines_added: changes.linesAdded,
  lines_deleted: changes.linesDeleted,
})
