/** Worktrees and lanes, as the web server shows and changes them. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { inHome } from '../../../core/value/home-paths.ts'
import { openLaneCommits, type LaneCommits } from '../../../git/land/lane-commits.ts'
import { listWorktrees } from '../../../git/by-hand/list-worktrees.ts'
import { makeManualWorktree } from '../../../git/by-hand/manual-worktree.ts'
import type { NotDone } from '../../../git/call/not-done.ts'
import { removeManualWorktree } from '../../../git/by-hand/remove-manual-worktree.ts'
import { findRepository, type Repository } from '../../../git/call/repository.ts'
import { notNow } from '../../../server/http/api-error.ts'
import type { ServedWorktrees, WorktreeReply } from '../../../server/served/served-worktrees.ts'
import { findCoordinator } from '../../../store/coordinator-lock.ts'
import { loadConfig } from '../../plan/load-plan.ts'
import { worktreePlaces } from '../../conduct/open-workshop.ts'
import { answerComplaints } from './answer-complaints.ts'
import { conflictServed, resolutionServed } from './served-conflict.ts'
import { diffServed, validateServed } from './served-diff.ts'
import { openUnderWay } from './under-way.ts'
import { targetHere } from '../../worktree/worktree-commands.ts'
import type { Workspace } from '../../place/workspace.ts'

export interface OpenedWorktrees extends AsyncDisposable {
  /** null: this is not a git repository, so far. */
  current(): ServedWorktrees | null
}

/** Closing aborts what is under way, and waits until it has cleaned up. */
export function serveWorktrees(workspace: Workspace): OpenedWorktrees {
  const underWay = openUnderWay()
  const { signal, mind } = underWay
  /** Removals run one after another, so that the second of two for one worktree finds that it is gone. */
  let removing: Promise<unknown> = Promise.resolve()
  const inTurn = <Result>(remove: () => Promise<Result>): Promise<Result> => {
    const removed = removing.then(remove)
    removing = removed.catch(() => {})
    return removed
  }
  const served = worktreesOf(workspace, signal)
  const tracked: ServedWorktrees = {
    list: () => answerComplaints(() => served.list()),
    lanes: (run) => answerComplaints(() => served.lanes(run)),
    diff: (run, task, look) => answerComplaints(() => served.diff(run, task, look)),
    make: (name, from, batch) => mind(() => served.make(name, from, batch)),
    remove: (name) => mind(() => inTurn(() => served.remove(name))),
    validate: (run, task) => mind(() => served.validate(run, task)),
    conflict: (run, task) => mind(() => served.conflict(run, task)),
    resolution: (run, task, decided) => mind(() => served.resolution(run, task, decided)),
  }
  return {
    current: () => (existsSync(join(workspace.root, '.git')) ? tracked : null),
    [Symbol.asyncDispose]: () => underWay[Symbol.asyncDispose](),
  }
}

function worktreesOf(workspace: Workspace, signal: AbortSignal): ServedWorktrees {
  const { root, home } = workspace
  let opening: Promise<Place | null> | null = null
  /** null: the repository has no commit yet, or git does not trust it. The next call asks again. */
  const place = async (): Promise<Place | null> => {
    const current = (opening ??= placeIn(workspace))
    if ((await current) === null) opening = null
    return current
  }
  const mustPlace = async (): Promise<Repository> => {
    const at = await place()
    if (at === null) throw notNow('refused', NO_REPOSITORY.message, NO_REPOSITORY.hint)
    return at.repository
  }
  return {
    async list() {
      const at = await place()
      return at === null ? [] : listWorktrees(at.repository, home, targetHere(workspace))
    },
    async lanes(run) {
      const at = await place()
      if (at === null || run.target === null) return []
      return at.lanes.look([...run.worktrees.values()], run.target.branch)
    },
    async make(name, from, batch) {
      const at = await place()
      if (at === null) return NO_REPOSITORY
      const { config } = await loadConfig(workspace)
      const places = worktreePlaces(at.repository, home, config)
      const wanted = { name, from: from ?? 'HEAD', batch, signal }
      const made = await makeManualWorktree(places, wanted)
      if (!made.ok) return refusal(made)
      const { path, branch, notes } = made.worktree
      return { ok: true, path, branch, kept: notes }
    },
    async remove(name) {
      const at = await place()
      if (at === null) return NO_REPOSITORY
      const inUse = findCoordinator(home)?.run ?? null
      const unwanted = { wanted: name, folder: root, inUse }
      const removed = await removeManualWorktree(at.repository, home, unwanted)
      if (!removed.ok) return refusal(removed)
      const { path, branch, branchStays, notes } = removed
      return { ok: true, path, branch: branchStays ? branch : null, kept: notes }
    },
    async diff(run, task, look) {
      const at = await place()
      return at === null ? null : diffServed(at.repository, workspace, { run, task, look })
    },
    async validate(run, task) {
      const at = await place()
      return at === null ? null : validateServed(at.repository, workspace, { run, task, signal })
    },
    conflict: async (run, task) => conflictServed(await mustPlace(), workspace, run, task),
    resolution: async (run, task, decided) =>
      resolutionServed(await mustPlace(), workspace, { run, task, ...decided }),
  }
}

interface Place {
  readonly repository: Repository
  readonly lanes: LaneCommits
}

async function placeIn({ root, home }: Workspace): Promise<Place | null> {
  const lookup = await findRepository(root)
  if (!lookup.ok) return null
  const { repository } = lookup
  return { repository, lanes: openLaneCommits(repository, inHome(home, 'lanes')) }
}

const NO_REPOSITORY = {
  ok: false,
  is: 'refused',
  message: 'this is no git repository with a commit',
  hint: 'make one: git init, and a first commit',
} as const satisfies WorktreeReply

const refusal = ({ is, why, remedy }: NotDone): WorktreeReply => ({
  ok: false,
  is,
  message: why,
  hint: remedy,
})
