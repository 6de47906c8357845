/** conductor worktrees add, open and remove: worktrees that a user makes, reopens and removes by hand. */
import { answerAsk } from '../../core/ask/ask.ts'
import { laneOf } from '../../core/plan/lanes.ts'
import { conductorLine, shellWord } from '../../core/text/command-line.ts'
import { taskOf, type Run } from '../../core/run/run.ts'
import { hintFor } from '../../core/say/say-hindrance-hint.ts'
import type { TaskId } from '../../core/value/ids.ts'
import { formatSize } from '../../core/value/size.ts'
import { makeManualWorktree } from '../../git/by-hand/manual-worktree.ts'
import { openLaneByHand } from '../../git/by-hand/open-by-hand.ts'
import { removeManualWorktree } from '../../git/by-hand/remove-manual-worktree.ts'
import { findCoordinator } from '../../store/coordinator-lock.ts'
import type { NotDone } from '../../git/call/not-done.ts'
import { Complaint, COULD_NOT_GO_ON } from '../console/complain.ts'
import type { Console } from '../console/console.ts'
import { interruptible } from '../console/interruptible.ts'
import { loadConfig } from '../plan/load-plan.ts'
import { mustFindRepository } from '../place/must-find-repository.ts'
import { linesHere, lookAtRun, mustKnow } from '../look/read-runs.ts'
import { worktreePlaces } from '../conduct/open-workshop.ts'
import { NONE, pathFrom } from './worktree-commands.ts'
import { findWorkspace, prepareWorkspace } from '../place/workspace.ts'
import { rememberProject } from '../projects/registry.ts'

export async function addWorktreeCommand(
  name: string,
  from: string,
  console: Console,
): Promise<number> {
  const workspace = findWorkspace(console.folder)
  const repository = await mustFindRepository(workspace.root, 'worktrees are not possible here')
  const { config } = await loadConfig(workspace)
  prepareWorkspace(workspace)
  rememberProject(workspace)
  const places = worktreePlaces(repository, workspace.home, config)
  const made = await interruptible((signal) => makeManualWorktree(places, { name, from, signal }))
  if (!made.ok) throw complaintOf(made)
  const { lane, path, branch, base, notes } = made.worktree
  const here = pathFrom(console.folder, path)
  const text = [
    ...notes,
    `Made ${here} on branch ${branch}, from ${from} (${base.slice(0, 7)}).`,
    `Go there:   cd ${here}`,
    `Remove it:  conductor worktrees remove ${lane}`,
  ]
  console.answer(text.join('\n'), { lane, path, branch, base, notes })
  return 0
}

/** For a task of that run, or of the newest. */
export async function openWorktreeCommand(
  wanted: string,
  ofRun: string | undefined,
  console: Console,
): Promise<number> {
  const workspace = findWorkspace(console.folder)
  const repository = await mustFindRepository(workspace.root, NONE)
  const run = lookAtRun(workspace, ofRun)
  const task = mustKnow(run, wanted)
  const lane = laneOf(taskOf(run, task))
  const { config } = await loadConfig(workspace)
  const places = worktreePlaces(repository, workspace.home, config)
  const opened = await interruptible((signal) =>
    openLaneByHand(places, { run: run.id, lane, signal }),
  )
  if (!opened.ok) throw complaintOf(opened)
  const { path, branch, isNew, notes } = opened
  const here = pathFrom(console.folder, path)
  const text = [
    ...notes,
    isNew ? `Made ${here} again from branch ${branch}.` : `${here} is there, on branch ${branch}.`,
    `Go there:  cd ${shellWord(here)}`,
    ...howToLand(run, task).map((line) => `Land it:   ${linesHere(workspace, run.id)(line)}`),
  ]
  console.answer(text.join('\n'), { task, lane, path, branch, is_new: isNew, notes })
  return 0
}

/** Only commands that the run would accept now: a failed task is merged, one that waits for approval is approved. */
function howToLand(run: Run, task: TaskId): readonly string[] {
  if (answerAsk(run, { ask: 'approve', task }).accepted) return [conductorLine('approve', task)]
  return answerAsk(run, { ask: 'land', task }).accepted ? [conductorLine('merge', task)] : []
}

export async function removeWorktreeCommand(wanted: string, console: Console): Promise<number> {
  const { root, home, folder } = findWorkspace(console.folder)
  const repository = await mustFindRepository(root, NONE)
  const inUse = findCoordinator(home)?.run ?? null
  const removed = await removeManualWorktree(repository, home, { wanted, folder, inUse })
  if (!removed.ok) throw complaintOf(removed)
  const { path, lane, branch, branchStays, bytes, notes } = removed
  const text = [
    ...notes,
    `Removed ${pathFrom(console.folder, path)}, ${formatSize(bytes)}.`,
    branchStays
      ? `Its branch ${branch} stays: it has work that has not landed.`
      : `Its branch ${branch} is deleted too: its work exists elsewhere.`,
  ]
  console.answer(text.join('\n'), { path, lane, branch, branch_stays: branchStays, bytes, notes })
  return 0
}

/** A hindrance of the machine has its own exit code. */
const complaintOf = ({ why, remedy, hindrance }: NotDone): Complaint =>
  hindrance === undefined
    ? new Complaint(why, remedy)
    : new Complaint(why, `${hintFor(hindrance)}; ${remedy}`, COULD_NOT_GO_ON)
