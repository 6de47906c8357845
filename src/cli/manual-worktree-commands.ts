/** worktrees add and worktrees remove: a worktree of one's own, and how any of ours goes by hand. */
import { relative } from 'node:path'
import { formatSize } from '../core/size.ts'
import { makeManualWorktree } from '../git/manual-worktree.ts'
import { removeManualWorktree } from '../git/remove-manual-worktree.ts'
import { findCoordinator } from '../store/coordinator-lock.ts'
import { Complaint } from './complain.ts'
import type { Console } from './console.ts'
import { interruptible } from './interruptible.ts'
import { loadConfig } from './load-plan.ts'
import { mustFindRepository } from './must-find-repository.ts'
import { worktreePlaces } from './open-workshop.ts'
import { NONE } from './worktree-commands.ts'
import { findWorkspace, prepareWorkspace } from './workspace.ts'

export async function addWorktreeCommand(
  name: string,
  from: string,
  console: Console,
): Promise<number> {
  const workspace = findWorkspace(console.folder)
  const repository = await mustFindRepository(workspace.root, 'there can be no worktrees here')
  const { config } = await loadConfig(workspace)
  prepareWorkspace(workspace)
  const places = worktreePlaces(repository, workspace.home, config)
  const made = await interruptible((signal) => makeManualWorktree(places, { name, from, signal }))
  if (!made.ok) throw new Complaint(made.why, made.remedy)
  const { lane, path, branch, base, notes } = made.worktree
  const text = [
    ...notes,
    `Made ${here(path)} on branch ${branch}, from ${from} (${base.slice(0, 7)}).`,
    `Go there:   cd ${here(path)}`,
    `Remove it:  conductor worktrees remove ${lane}`,
  ]
  console.answer(text.join('\n'), { lane, path, branch, base, notes })
  return 0
}

export async function removeWorktreeCommand(wanted: string, console: Console): Promise<number> {
  const { root, home, folder } = findWorkspace(console.folder)
  const repository = await mustFindRepository(root, NONE)
  const inUse = findCoordinator(home)?.run ?? null
  const removed = await removeManualWorktree(repository, home, { wanted, folder, inUse })
  if (!removed.ok) throw new Complaint(removed.why, removed.remedy)
  const { path, lane, branch, branchStays, bytes, notes } = removed
  const text = [
    ...notes,
    `Removed ${here(path)}, ${formatSize(bytes)}.`,
    branchStays
      ? `Its branch ${branch} stays: it has work that has not landed.`
      : `Its branch ${branch} is gone too: all it held is elsewhere.`,
  ]
  console.answer(text.join('\n'), { path, lane, branch, branch_stays: branchStays, bytes, notes })
  return 0
}

const here = (path: string): string => relative(process.cwd(), path) || '.'
