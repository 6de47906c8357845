/** worktrees and prune: which worktrees there are, and clearing away those nobody needs. */
import { relative } from 'node:path'
import { sayCount } from '../core/say-count.ts'
import { formatSize } from '../core/size.ts'
import { listWorktrees, type ListedWorktree } from '../git/list-worktrees.ts'
import { pruneWorktrees, type Pruned } from '../git/prune-worktrees.ts'
import { findRepository, type FoundRepository } from '../git/repository.ts'
import { findCoordinator } from '../store/coordinator-lock.ts'
import { Complaint } from './complain.ts'
import type { Console } from './console.ts'
import { findWorkspace } from './workspace.ts'

export async function worktreesCommand(console: Console): Promise<number> {
  const { root, home } = findWorkspace()
  const { repository } = await mustFind(root)
  const rows = await listWorktrees(repository, home, 'HEAD')
  console.answer(rows.map(sayRow).join('\n'), rows)
  return 0
}

function sayRow(row: ListedWorktree): string {
  const where = relative(process.cwd(), row.path) || '.'
  const owner = row.lane === null ? '' : `run ${row.run}, ${row.task}`
  const state = [
    row.status,
    owner,
    row.ahead ? `${row.ahead} ahead` : '',
    row.behind ? `${row.behind} behind` : '',
    row.dirty ? 'not committed' : '',
    formatSize(row.bytes),
  ]
  return `${where}  ${row.branch ?? '(no branch)'}  ${state.filter(Boolean).join(', ')}`
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
