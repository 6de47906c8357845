/** Opens everything a run needs to work in worktrees of the user's repository. */
import { existsSync, rmSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { inRun } from '../../core/value/home-paths.ts'
import {
  recordWithoutCoordinator,
  type RecordPorts,
} from '../../conduct/record-without-coordinator.ts'
import type { Workshop } from '../../conduct/git-workshop.ts'
import type { Checks, Target } from '../../conduct/worktree-ports.ts'
import type { Config } from '../../config/config.ts'
import { hindranceOf, ifItCanBe } from '../../core/run/hindrance.ts'
import { laneName, usualTarget } from '../../core/value/ids.ts'
import type { Task } from '../../core/plan/plan.ts'
import { checkOf, type Run } from '../../core/run/run.ts'
import { watchBranches } from '../../git/land/branch-watch.ts'
import { openChecks } from '../../git/land/check-rooms.ts'
import { holdOffCollecting } from '../../git/call/hold-off-collecting.ts'
import { openLookout } from '../../git/land/lookout.ts'
import { findRepository, type FoundRepository, type Repository } from '../../git/call/repository.ts'
import { rescue } from '../../git/keep/rescue.ts'
import { asBefore } from '../../git/keep/settings-before.ts'
import { openTarget, startTarget } from '../../git/land/target.ts'
import { openWorktrees, type WorktreesOptions } from '../../git/worktree/worktrees.ts'
import { overDisk } from '../place/disk-quota.ts'
import { Complaint } from '../console/complain.ts'
import type { Workspace } from '../place/workspace.ts'

type Found = Extract<FoundRepository, { ok: true }>

/** null: the run works in place. Disposing of the stack closes what was opened. */
export async function openWorkshop(
  run: Run,
  { workspace, config }: { readonly workspace: Workspace; readonly config: Config },
  ports: RecordPorts,
  stack: AsyncDisposableStack,
): Promise<Workshop | null> {
  if (run.settings.isolation === 'none') return null
  const lookup = await findRepository(run.settings.directory)
  if (!lookup.ok)
    throw new Complaint(
      `run ${run.id} works in worktrees of ${run.settings.directory}, which is no longer a usable repository`,
      'restore it, then continue with `conductor resume`',
    )
  const { home } = workspace
  const repository = asBefore(lookup.repository, home, run.id)
  stack.use(await holdOffCollecting(repository))
  const { worktrees: places, land } = config
  let tellNote = (what: string): void =>
    recordWithoutCoordinator(run, [{ type: 'noticed', about: null, what }], ports)
  const target = await targetOf(
    run,
    { ...lookup, repository },
    { into: land.into, onNote: (what) => tellNote(what) },
    ports,
  )
  const worktrees = openWorktrees({
    ...worktreePlaces(repository, home, config),
    max: Math.max(run.settings.maxWorktrees ?? run.agents, 1),
  })
  stack.defer(() => tidied(worktrees.close()))
  const checks = openChecksFor(run, repository, { workspace, config })
  stack.defer(() => tidied(checks.close()))
  const branches = watchBranches({ repository, home, run: run.id, target: target.branch })
  stack.defer(branches.close)
  const scratch = inRun(home, run.id, 'lookout')
  stack.defer(() => void ifItCanBe(() => rmSync(scratch, { recursive: true, force: true })))
  const below = relative(repository.root, run.settings.directory)
  return {
    worktrees,
    target,
    checks,
    branches,
    lookout: openLookout(repository, scratch),
    onNote: (listener) => (tellNote = listener),
    rescue: async (commit, why) => {
      await rescue(repository, [commit], {
        run: run.id,
        lane: laneName('target'),
        attempt: null,
        why,
      })
    },
    overDisk: () => overDisk(home, places.maxDiskBytes),
    directoryIn: (top) => (existsSync(join(top, below)) ? join(top, below) : top),
    checkOf: (task) => checkOf(run, task),
    resolverOf: (task) => resolverOf(task, config),
    trainLength: land.train,
    trainsAtOnce: land.parallelChecks,
  }
}

/** A worktree that the machine keeps us from tidying up is found again when the run is resumed. */
const tidied = (closing: Promise<void>): Promise<void> =>
  closing.catch((error: unknown) => {
    if (hindranceOf(error) === null) throw error
  })

/** Where worktrees are made and what each gets, as configured. */
export function worktreePlaces(
  repository: Repository,
  home: string,
  { worktrees: places, setup }: Config,
): Omit<WorktreesOptions, 'max'> {
  return {
    repository,
    home,
    root: resolve(repository.root, places.root),
    branchPrefix: places.branchPrefix,
    setup,
    ports: { first: places.ports, each: places.portsEach },
  }
}

/** Where the work of a run is checked, as configured. */
export const openChecksFor = (
  run: Run,
  repository: Repository,
  { workspace, config }: { readonly workspace: Workspace; readonly config: Config },
): Checks =>
  openChecks({
    repository,
    home: workspace.home,
    root: config.worktrees.root,
    run: run.id,
    setup: config.setup,
    environment: {},
    timeoutSeconds: config.land.checkTimeoutSeconds,
    coverage:
      config.coverage === null
        ? null
        : join(relative(repository.root, run.settings.directory), config.coverage),
  })

/** A new run creates its target; a resumed run finds it, or makes it again where it was. */
async function targetOf(
  run: Run,
  { repository, head, branch }: Found,
  { into, onNote }: { readonly into: string | null; readonly onNote: (what: string) => void },
  ports: RecordPorts,
): Promise<Target> {
  if (run.target !== null) return openTarget(repository, run.target.branch, { onNote })
  const configured = into === null ? null : openTarget(repository, into, { onNote })
  const base = (await configured?.tip()) ?? run.onTopOf?.commit ?? head
  const name = into ?? usualTarget(run.id)
  const isThere = configured !== null && (await configured.tip()) !== null
  const target = isThere ? configured : await startTarget(repository, name, base, { onNote })
  recordWithoutCoordinator(
    run,
    [{ type: 'target-opened', branch: target.branch, base, from: branch }],
    ports,
  )
  return target
}

/** The agent that resolves conflicts: the configured one, else the one that did the work. */
function resolverOf(task: Task, { land, agents }: Config): string | null {
  const name = land.resolver ?? (task.work.is === 'prompt' ? task.agent : null)
  return name !== null && agents[name] !== undefined ? name : null
}
