/** Seals a worktree: whatever the agent left there becomes a commit on the lane's branch. */
import { existsSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sealed, WentAstray, Worktree } from '../../conduct/worktree-ports.ts'
import { MOST_FILES_NAMED, type Delivery, type Unpublished } from '../../core/landing/delivery.ts'
import { hindranceOf } from '../../core/run/hindrance.ts'
import type { CommitId } from '../../core/value/ids.ts'
import { sayUnpublished } from '../../core/say/landing/say-unpublished.ts'
import { firstFew } from '../../core/say/say-wait.ts'
import { HOME, inHome } from '../../core/value/home-paths.ts'
import { DURABLY } from '../call/durable.ts'
import { changedFiles, tally, type ChangedFile } from '../diff/changed-files.ts'
import { commitLeftovers, type Sealing } from './commit-leftovers.ts'
import { astrayFrom, landableOf, sayAstray, type Astray } from './astray.ts'
import { commitsBetween, objectsAt } from '../call/commits.ts'
import { isRefusal, mustGit } from '../call/git-command.ts'
import type { Hidden, RulesBefore } from './hidden-work.ts'
import { mendHead } from '../worktree/mend-worktree.ts'
import { isMissing, movedTo, standingIn } from '../worktree/missing-folder.ts'
import { withWork } from './nested-repositories.ts'
import type { Repository } from '../call/repository.ts'
import { rescueLost } from './rescue-lost.ts'
import type { SharedRules } from './shared-rules.ts'
import { clearLocks } from './stale-locks.ts'
import { discard, isOurs, takeIn } from './take-in.ts'
import { KEEPING, PUBLISHED, refsIn } from './unkept.ts'
import { marksIn, marksInMerges, unresolvedIn } from './unresolved.ts'
import { keepCommitted, workInLinks } from './work-in-links.ts'
import { worktreeGit, type WorktreeGit } from '../worktree/worktree-git.ts'
import { endBegun, stateOf, type WorktreeState } from '../worktree/worktree-state.ts'

/**
 * Call this when no process works in the worktree any more. Afterwards nothing that was written or committed
 * there can be lost.
 */
export async function sealWorktree(
  repository: Repository,
  worktree: Worktree,
  request: Sealing,
  shared: SharedRules | null = null,
): Promise<Sealed> {
  try {
    const git = worktreeGit(repository, worktree.path)
    const job = {
      git,
      worktree,
      request,
      rules: { base: worktree.base, shared },
      since: request.folder?.handedOverAt ?? 0,
    }
    const isGone = await isMissing(git, worktree.path, request.folder?.mark)
    return isGone ? await sealGone(job) : await sealFolder(job)
  } catch (error) {
    if (isRefusal(error)) return { ok: false, reason: error.message, hindrance: hindranceOf(error) }
    throw error
  }
}

interface Job {
  readonly git: WorktreeGit
  readonly worktree: Worktree
  readonly request: Sealing
  readonly rules: RulesBefore
  /** When the folder was handed over, by the clock of the file system. */
  readonly since: number
}

async function sealFolder(job: Job): Promise<Sealed> {
  const { git, worktree } = job
  const healed = await heal(job)
  const state = await stateOf(git, worktree.branch)
  const parent = state.head ?? state.tip ?? worktree.base
  const taken = await takeIn(git, parent, job)
  try {
    const open = await unresolvedIn(git, taken)
    const isMerge = open.length === 0 || job.request.goesOn === true
    const parents = [parent, ...(isMerge ? state.merging : [])]
    const [made, refs] = await Promise.all([
      commitLeftovers(git, taken, parents, job.request),
      refsIn(git.repository, [...KEEPING, ...PUBLISHED]),
    ])
    const commit = made ?? parent
    const [kept, { delivery, files, marked }, inside, astray] = await Promise.all([
      rescueLost(job, state, commit, refs),
      deliveryOf(job, commit, made !== null),
      workInLinks(git, worktree, taken.before.rows),
      astrayFrom(git, worktree, commit, job.request),
    ])
    await moveBranch(job, state, commit)
    if (git.admin !== null) settle(git.admin, taken.index)
    const strayed = delivery === null ? await deliverAstray(job, astray) : null
    return {
      ok: true,
      delivery: withUnpublished(delivery, inside.unpublished),
      files,
      ...(strayed === null ? {} : { astray: strayed }),
      unresolved: [...new Set([...open, ...marked])].sort(),
      hidden: taken.hidden.map(({ path }) => path),
      elsewhere: [
        ...(await withWork(worktree.path, taken.nested)),
        ...inside.elsewhere,
        ...taken.unholdable,
      ],
      notes: [
        ...healed,
        ...taken.notes,
        ...inside.notes,
        ...sayHidden(taken.hidden),
        ...sayState(open.length === 0 && job.request.succeeded ? merged(state) : state, worktree),
        ...kept,
        ...(strayed === null ? astray.flatMap(sayNotDelivered) : []),
      ],
    }
  } finally {
    discard(taken.index)
  }
}

/** All work of the attempt is elsewhere: that is no delivery of the attempt, but a person may want to land it. */
async function deliverAstray(job: Job, astray: readonly Astray[]): Promise<WentAstray | null> {
  if (astray.length === 0) return null
  const commit = await landableOf(job.git, astray, job.request)
  const { delivery, files } =
    commit === null ? { delivery: null, files: [] } : await deliveryOf(job, commit, false)
  return { places: astray.map(sayAstray), delivery, files }
}

/** Stashed work is not mentioned here, because the note about rescued commits mentions it. */
const sayNotDelivered = ({ branch }: Astray): readonly string[] =>
  branch === null
    ? []
    : [`What it committed on branch ${branch} is not part of the delivery; it stays there.`]

/** Repairs the worktree's own files that a killed or careless agent has damaged. */
async function heal({ git, worktree }: Job): Promise<readonly string[]> {
  const { repository, admin } = git
  const locks = await clearLocks({ repository, admin, branch: worktree.branch })
  const notes = locks.map((lock) => `A stale ${lock} was removed.`)
  if (admin === null)
    return [
      ...notes,
      'Git does not know the folder as a worktree any more; what is in it was kept.',
    ]
  if (mendHead(admin, worktree.branch)) notes.push(sayMended(worktree.branch))
  readdirSync(admin)
    .filter(isOurs)
    .forEach((name) => discard(join(admin, name)))
  if (!existsSync(join(worktree.path, '.git'))) {
    writeFileSync(join(worktree.path, '.git'), `gitdir: ${admin}\n`)
    notes.push('Its .git file was missing and has been written anew.')
  }
  if (statSync(join(worktree.path, '.git')).isDirectory())
    notes.push(
      'The agent made the folder a git repository of its own; what it committed there stays in it.',
    )
  return notes
}

const sayMended = (branch: string): string =>
  `Its HEAD was missing or damaged; it stands on ${branch} again.`

const withUnpublished = (
  delivery: Delivery | null,
  unpublished: readonly Unpublished[],
): Delivery | null =>
  delivery === null || unpublished.length === 0 ? delivery : { ...delivery, unpublished }

/** Hidden files stay in the folder, and are kept when the folder is removed. */
function sayHidden(hidden: readonly Hidden[]): readonly string[] {
  if (hidden.length === 0) return []
  const rules = [...new Set(hidden.map(({ rule, source }) => `"${rule}" in ${source}`))]
  const paths = firstFew(hidden.map(({ path }) => path))
  // Another attempt may have written a rule that all worktrees share.
  const origin = hidden.some(({ isShared }) => isShared)
    ? 'were added during the run'
    : 'came with this attempt'
  return [
    `Not delivered, because git ignores it by rules that ${origin} (${firstFew(rules)}): ${paths}. It stays in the folder, and goes to ${inHome(HOME, 'kept')}/ when that is cleaned.`,
  ]
}

/** By compare-and-swap: if another process has moved the branch, nothing is changed. */
async function moveBranch(job: Job, { on, tip }: WorktreeState, commit: CommitId): Promise<void> {
  const { git, worktree, request } = job
  const ref = `refs/heads/${worktree.branch}`
  const log = ['-m', `conductor: sealed ${request.attempt ?? worktree.lane}`]
  const from = tip ?? '0'.repeat(commit.length)
  if (commit !== tip)
    await mustGit([...DURABLY, 'update-ref', '--create-reflog', ...log, ref, commit, from], git)
  if (on !== ref) await mustGit([...DURABLY, 'symbolic-ref', ...log, 'HEAD', ref], git)
}

function settle(admin: string, index: string): void {
  renameSync(index, join(admin, 'index'))
  endBegun(admin)
}

/** marked: files with conflict markers, in merges that the agent has committed. */
async function deliveryOf({ git, worktree }: Job, commit: CommitId, leftover: boolean) {
  const { base, branch } = worktree
  if (commit === base) return { delivery: null, files: [], marked: [] }
  const [commits, files] = await Promise.all([
    commitsBetween(base, commit, git),
    changedFiles(base, commit, git),
  ])
  const paths = files.filter(({ is }) => is !== 'deleted').map(({ path }) => path)
  const [marked, marks] = await Promise.all([
    marksInMerges(git, commits),
    marksIn(git, base, paths),
  ])
  const isNothing = commits.length === 0 && (await haveSameTree(git, base, commit))
  const left = marks.length > 0 ? { marked: marks } : {}
  const delivery = { branch, commit, base, ...named(files), leftover, ...left }
  return { delivery: isNothing ? null : delivery, files: files.map(({ path }) => path), marked }
}

const named = (files: readonly ChangedFile[]): Pick<Delivery, 'changes' | 'files'> => ({
  changes: tally(files),
  files: files.slice(0, MOST_FILES_NAMED).map(({ path, is }) => ({ path, is })),
})

async function haveSameTree(git: WorktreeGit, one: CommitId, other: CommitId): Promise<boolean> {
  const [first, second] = await objectsAt([`${one}^{tree}`, `${other}^{tree}`], git)
  return first === second
}

/** The agent or person has resolved the merge, and we commit it: so nothing is unfinished. */
const merged = (state: WorktreeState): WorktreeState => ({ ...state, begun: null })

function sayState({ on, head, begun }: WorktreeState, { branch }: Worktree): readonly string[] {
  const notes: string[] = []
  if (begun !== null)
    notes.push(`A ${begun} had been begun and not ended; it was ended as it stood.`)
  else if (head === null)
    notes.push('HEAD stood on no commit; what was there is on the branch now.')
  else if (on === null) notes.push(`HEAD was detached; ${branch} was moved to where it stood.`)
  if (on !== null && on !== `refs/heads/${branch}`)
    notes.push(`The agent had switched to ${short(on)}; ${branch} was moved to what it held.`)
  return notes
}

const short = (ref: string): string => ref.replace(/^refs\/heads\//, '')

/**
 * Seals a worktree whose folder is gone: its commits are on the branch, and those that the branch does not
 * reach are rescued.
 */
async function sealGone(job: Job): Promise<Sealed> {
  const { git, worktree } = job
  const state = await stateOf(git, worktree.branch)
  const refs = await refsIn(git.repository, [...KEEPING, ...PUBLISHED])
  const notes = await rescueLost(job, state, state.tip, refs)
  const { delivery, files } =
    state.tip === null ? { delivery: null, files: [] } : await deliveryOf(job, state.tip, false)
  const unpublished = delivery === null ? [] : await keepCommitted(git, worktree, delivery.commit)
  const { path } = worktree
  const gone = { path, movedTo: movedTo(git, worktree), inItsPlace: standingIn(path) }
  return {
    ok: true,
    delivery: withUnpublished(delivery, unpublished),
    files,
    unresolved: [],
    hidden: [],
    notes: [...notes, ...unpublished.map(sayUnpublished)],
    gone,
  }
}
