/** conductor diff: what a task changed, delivered or still under way. */
import { join } from 'node:path'
import { runFolder } from '../agents/attempt-folder.ts'
import type { CommitId, TaskId } from '../core/ids.ts'
import { laneOf } from '../core/lanes.ts'
import { attemptsAt, deliveryOf, stateOf, taskOf, type Run } from '../core/run.ts'
import type { Repository } from '../git/repository.ts'
import { diffOf, diffOfWorktree, type Diff, type DiffLook } from '../git/show-diff.ts'
import { inSnakeCase } from '../core/summary.ts'
import { Complaint } from './complain.ts'
import type { Console } from './console.ts'
import { mustFindRepository } from './must-find-repository.ts'
import { lookAtRun, mustKnow } from './open-runs.ts'
import { findWorkspace, type Workspace } from './workspace.ts'

export interface DiffOptions {
  readonly stat: boolean
  readonly attempt: number | undefined
}

export async function diffCommand(
  task: string,
  { stat, attempt }: DiffOptions,
  console: Console,
): Promise<number> {
  const workspace = findWorkspace(console.folder)
  const run = lookAtRun(workspace)
  const id = mustKnow(run, task)
  if (run.settings.isolation === 'none')
    throw new Complaint(
      `run ${run.id} works in place, so nobody can tell what "${id}" changed`,
      'in worktrees (the default in a git repository) each task has its own changes',
    )
  const { directory } = run.settings
  const repository = await mustFindRepository(directory, `${directory} cannot be looked at`)
  const subject = subjectOf(run, id, attempt)
  if (subject === null) {
    console.answer(`"${id}" has not changed anything.`, { task: id, base: null, diff: '' })
    return 0
  }
  const look = { stat, colour: console.colour }
  const diff = await diffFor({ repository, workspace, run, look }, subject)
  console.answer(diff.text === '' ? `"${id}" has not changed anything.` : diff.text, {
    task: id,
    ...subject,
    ...inSnakeCase(diff.changes),
    diff: diff.text,
  })
  return 0
}

/** Commits to compare, or a folder that is being worked in. */
type Subject =
  | { readonly base: CommitId; readonly commit: CommitId }
  | { readonly base: CommitId; readonly path: string }

function subjectOf(run: Run, id: TaskId, wanted: number | undefined): Subject | null {
  const attempts = attemptsAt(run, id)
  const attempt = wanted === undefined ? undefined : attempts[wanted - 1]
  if (wanted !== undefined && attempt === undefined)
    throw new Complaint(`"${id}" has no attempt ${wanted}`, `it has had ${attempts.length}`)
  const open = run.worktrees.get(laneOf(taskOf(run, id)))
  const isOpen = (attempt ?? attempts.at(-1))?.ended === null && open?.task === id
  if (stateOf(run, id).is === 'working' && isOpen) return { base: open.base, path: open.path }
  const delivery = attempt === undefined ? deliveryOf(run, id) : attempt.delivery
  return delivery === null ? null : { base: delivery.base, commit: delivery.commit }
}

interface Where {
  readonly repository: Repository
  readonly workspace: Workspace
  readonly run: Run
  readonly look: DiffLook
}

function diffFor({ repository, workspace, run, look }: Where, subject: Subject): Promise<Diff> {
  if ('commit' in subject) return diffOf(repository, subject, look)
  const scratch = join(runFolder(workspace.home, run.id), 'diff')
  return diffOfWorktree(repository, scratch, subject, look)
}
