/** worktrees and prune: which worktrees there are, and clearing away those nobody needs. */
import { existsSync } from 'node:fs'
import { relative } from 'node:path'
import { sayCount } from '../core/say-count.ts'
import { formatSize } from '../core/size.ts'
import { listWorktrees, type ListedWorktree } from '../git/list-worktrees.ts'
import { pruneWorktrees, type Pruned } from '../git/prune-worktrees.ts'
import { findRepository, type FoundRepository } from '../git/repository.ts'
import { findCoordinator } from '../store/coordinator-lock.ts'
import { Complaint } from './complain.ts'
import type { Console } from './console.ts'
import { overDisk } from './disk-quota.ts'
import { loadConfig } from './load-plan.ts'
import { openStoreToRead, readRun } from './open-runs.ts'
import { findWorkspace, type Workspace } from './workspace.ts'

export async function worktreesCommand(console: Console): Promise<number> {
  const workspace = findWorkspace()
  const { root, home } = workspace
  const { repository } = await mustFind(root)
  const target = targetOf(workspace)
  const rows = await listWorktrees(repository, home, target)
  const { config } = await loadConfig(workspace)
  const warning = await overDisk(home, config.worktrees.maxDiskBytes)
  console.answer([...sayTable(rows), ...(warning === null ? [] : ['', warning])].join('\n'), rows)
  return 0
}

/** The newest run's, if there is one: that is what work is ahead or behind of. */
function targetOf(workspace: Workspace): string {
  if (!existsSync(workspace.database)) return 'HEAD'
  const store = openStoreToRead(workspace)
  try {
    return readRun(store, undefined).target?.branch ?? 'HEAD'
  } finally {
    store.close()
  }
}

function sayTable(rows: readonly ListedWorktree[]): readonly string[] {
  const cells = rows.map((row) => [
    relative(process.cwd(), row.path) || '.',
    row.branch ?? '(no branch)',
    row.lane === null ? '' : `${row.task} (run ${row.run})`,
    row.status,
    row.ahead === null || row.behind === null ? '' : `+${row.ahead} -${row.behind}`,
    row.dirty ? 'uncommitted changes' : 'clean',
    formatSize(row.bytes),
  ])
  const table = [['folder', 'branch', 'task', 'state', 'commits', 'files', 'disk'], ...cells]
  const widths = table[0]!.map((_, i) => Math.max(...table.map((row) => row[i]!.length)))
  return table.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i]!))
      .join('  ')
      .trimEnd(),
  )
}

export async function pruneCommand(
  { dryRun }: { readonly dryRun: boolean },
  console: Console,
): Promise<number> {
  const { root, home } = findWorkspace()
  const { repository } = await mustFind(root)
  const inUse = findCoordinator(home)?.run ?? null
  const pruned = await pruneWorktrees(repository, home, { dryRun, inUse })
  const bytes = pruned.removed.reduce((sum, folder) => sum + folder.bytes, 0)
  console.answer(sayPruned(pruned, bytes, dryRun), { ...pruned, bytes, dry_run: dryRun })
  return 0
}

function sayPruned({ removed, kept, branches }: Pruned, bytes: number, dryRun: boolean): string {
  const here = (path: string): string => relative(process.cwd(), path) || '.'
  const verb = dryRun ? 'Would remove' : 'Removed'
  const what = `${sayCount(removed.length, 'folder')}, ${sayCount(branches.length, 'branch', 'branches')}`
  return [
    ...removed.map((folder) => `- ${here(folder.path)}  ${formatSize(folder.bytes)}`),
    ...branches.map((branch) => `- branch ${branch}`),
    ...kept.map(({ path, why }) => `  ${here(path)} stays: ${why}`),
    `${verb} ${what}, ${formatSize(bytes)}.`,
  ].join('\n')
}

async function mustFind(root: string): Promise<FoundRepository & { readonly ok: true }> {
  const found = await findRepository(root)
  if (found.ok) return found
  throw new Complaint('there are no worktrees here', WHY[found.why])
}

const WHY: Readonly<Record<(FoundRepository & { readonly ok: false })['why'], string>> = {
  'no-git': 'git was not found',
  'no-repository': 'this is no git repository, or git does not trust it (see safe.directory)',
  bare: 'this repository has no checkout',
  'no-commit': 'this repository has no commit yet',
}
