/** Finds a free folder and a free branch for a lane. Nothing that exists is ever overwritten. */
import { lstatSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { LaneName, RunId } from '../../core/value/ids.ts'
import { inTheWay } from './free-branch.ts'
import { mustGit } from '../call/git-command.ts'
import { adminOf, registeredWorktrees } from '../call/registered-worktrees.ts'
import type { Repository } from '../call/repository.ts'
import type { WorktreeRecords } from './worktree-record.ts'

export interface Name {
  readonly path: string
  /** Without refs/heads/. */
  readonly branch: string
}

export interface Naming {
  readonly repository: Repository
  readonly root: string
  readonly branchPrefix: string
  readonly records: WorktreeRecords
}

export interface FreeName extends Name {
  readonly notes: readonly string[]
}

/** There is no free name: something is in the way of every candidate. */
export class NoFreeName extends Error {}

/**
 * The caller holds the lock; the name is free only until the lock is released. Without a run there is only
 * one candidate.
 */
export async function freeName(
  naming: Naming,
  lane: LaneName,
  run: RunId | null,
): Promise<FreeName> {
  const reasons: string[] = []
  for (const word of wordsFor(lane, run)) {
    const name = nameOf(naming, word)
    const reason = await whyTaken(naming, name)
    if (reason === null) return { ...name, notes: noteOf(name, reasons) }
    reasons.push(reason)
  }
  const what = run === null ? '' : `no name is left for a worktree of ${lane}: `
  throw new NoFreeName(`${what}${reasons[0]}`)
}

function* wordsFor(lane: LaneName, run: RunId | null): Generator<string> {
  yield lane
  if (run === null) return
  yield `${lane}-run${run}`
  for (let n = 2; n < 100; n++) yield `${lane}-run${run}-${n}`
}

const nameOf = ({ repository, root, branchPrefix }: Naming, word: string): Name => ({
  path: join(root, `${shortened(basename(repository.root))}-${word}`),
  branch: `${branchPrefix}${word}`,
})

/** The name of a folder has at most 255 bytes, and the name of the lane needs its part. */
function shortened(text: string): string {
  let short = text
  while (Buffer.byteLength(short) > 120) short = Array.from(short).slice(0, -1).join('')
  return short
}

const noteOf = ({ path, branch }: Name, [first]: readonly string[]): readonly string[] =>
  first === undefined ? [] : [`${first}; working in ${basename(path)} on branch ${branch} instead`]

/** A sentence about what has taken the name, or null when it is free. */
async function whyTaken(
  { repository, records }: Naming,
  { path, branch }: Name,
): Promise<string | null> {
  const other = await clashingBranch(repository, branch)
  if (other === branch) return sayTaken(repository, branch)
  if (other !== null) return `branch ${other} leaves no room for a branch ${branch}`
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return `${path} exists already`
  if (adminOf(path, repository) !== null)
    return `git has a worktree registered at ${path}, whose folder is gone`
  const earlier = records.of(path)
  if (earlier === null) return null
  const whose = earlier.run === null ? 'was made by hand' : `belongs to run ${earlier.run}`
  return `${basename(path)} ${whose}`
}

async function sayTaken(repository: Repository, branch: string): Promise<string> {
  const worktrees = await registeredWorktrees(repository)
  const user = worktrees.find((entry) => entry.branch === branch)
  return user === undefined
    ? `branch ${branch} exists already`
    : `branch ${branch} is checked out in ${user.path}`
}

async function clashingBranch({ root }: Repository, branch: string): Promise<string | null> {
  const [first] = branch.split('/', 1)
  const text = await mustGit(
    ['for-each-ref', '--format=%(refname:lstrip=2)', `refs/heads/${first}`],
    { in: root },
  )
  return inTheWay(branch, text.split('\n').filter(Boolean)) ?? null
}
