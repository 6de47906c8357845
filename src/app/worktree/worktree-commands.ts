/** conductor worktrees and conductor prune: lists worktrees, and removes those that are not needed. */
import { relative } from 'node:path'
import { foldRun } from '../../core/run/apply-event.ts'
import { sayCount } from '../../core/say/say-count.ts'
import { formatSize } from '../../core/value/size.ts'
import { listWorktrees, type ListedWorktree } from '../../git/by-hand/list-worktrees.ts'
import { listeningPorts } from '../../git/worktree/listening-ports.ts'
import { pruneWorktrees, type Pruned } from '../../git/by-hand/prune-worktrees.ts'
import { table } from '../../report-text/columns.ts'
import { findCoordinator } from '../../store/coordinator-lock.ts'
import { openEventLog } from '../../store/event-log.ts'
import type { Console } from '../console/console.ts'
import { overDisk } from '../place/disk-quota.ts'
import { loadConfig } from '../plan/load-plan.ts'
import { mustFindRepository } from '../place/must-find-repository.ts'
import { awaitedLanes } from './awaited-lanes.ts'
import { findWorkspace, type Workspace } from '../place/workspace.ts'

export const NONE = 'there are no worktrees here'

export async function worktreesCommand(console: Console): Promise<number> {
  const workspace = findWorkspace(console.folder)
  const { root, home } = workspace
  const repository = await mustFindRepository(root, NONE)
  const target = targetHere(workspace)
  const { config } = await loadConfig(workspace)
  const servers = await listeningPorts(home, config.worktrees.portsEach)
  const rows = (await listWorktrees(repository, home, target)).map((row) => ({
    ...row,
    ports: servers.flatMap(({ path, port }) => (path === row.path ? [port] : [])),
  }))
  const warning = await overDisk(home, config.worktrees.maxDiskBytes)
  const text = [
    ...sayTable(rows, console.folder),
    ...rows.flatMap((row) => sayServers(row, console.folder)),
    ...(warning === null ? [] : ['', warning]),
  ]
  console.answer(text.join('\n'), rows)
  return 0
}

interface Row extends ListedWorktree {
  /** On which of its ports something listens. */
  readonly ports: readonly number[]
}

const sayServers = ({ path, ports }: Row, from: string): readonly string[] =>
  ports.map((port) => `http://localhost:${port} is served from ${pathFrom(from, path)}`)

/** The target of the newest run, if there is one: commits ahead and behind are counted against it. */
export function targetHere({ database }: Workspace): string {
  using log = openEventLog(database)
  const newest = log.newestRun()
  const run = newest === null ? null : foldRun(log.eventsOf(newest))
  return run?.target?.branch ?? 'HEAD'
}

/** Folders are printed relative to `from`. */
function sayTable(rows: readonly Row[], from: string): readonly string[] {
  const cells = rows.map((row) => [
    pathFrom(from, row.path),
    row.branch ?? '(no branch)',
    row.run === null ? '' : `${row.task} (run ${row.run})`,
    row.status,
    row.ahead === null || row.behind === null ? '' : `+${row.ahead} -${row.behind}`,
    row.dirty ? 'uncommitted changes' : 'clean',
    formatSize(row.bytes),
  ])
  return table([['folder', 'branch', 'task', 'state', 'commits', 'files', 'disk'], ...cells])
}

export async function pruneCommand(
  { dryRun }: { readonly dryRun: boolean },
  console: Console,
): Promise<number> {
  const { root, home } = findWorkspace(console.folder)
  const repository = await mustFindRepository(root, NONE)
  const inUse = findCoordinator(home)?.run ?? null
  const pruned = await pruneWorktrees(repository, home, {
    dryRun,
    inUse,
    awaited: awaitedLanes(home),
  })
  const bytes = pruned.removed.reduce((sum, folder) => sum + folder.bytes, 0)
  console.answer(sayPruned(pruned, { bytes, dryRun, from: console.folder }), {
    ...pruned,
    bytes,
    dry_run: dryRun,
  })
  return 0
}

interface HowPruned {
  readonly bytes: number
  readonly dryRun: boolean
  readonly from: string
}

function sayPruned(
  { removed, kept, branches }: Pruned,
  { bytes, dryRun, from }: HowPruned,
): string {
  const verb = dryRun ? 'Would remove' : 'Removed'
  const what = `${sayCount(removed.length, 'folder')}, ${sayCount(branches.length, 'branch', 'branches')}`
  return [
    ...removed.map((folder) => `- ${pathFrom(from, folder.path)}  ${formatSize(folder.bytes)}`),
    ...branches.map((branch) => `- branch ${branch}`),
    ...kept.map(({ path, why }) => `  ${pathFrom(from, path)} stays: ${why}`),
    `${verb} ${what}, ${formatSize(bytes)}.`,
  ].join('\n')
}

/** What a user who stands in `folder` types to reach the path. */
export const pathFrom = (folder: string, path: string): string => relative(folder, path) || '.'
