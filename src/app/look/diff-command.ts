/** conductor diff: shows what a task has changed, delivered or not yet. */
import { existsSync } from 'node:fs'
import { inRun } from '../../core/value/home-paths.ts'
import { diffSubject, type DiffSubject } from '../../core/landing/diff-subject.ts'
import { laneOf } from '../../core/plan/lanes.ts'
import type { TaskId } from '../../core/value/ids.ts'
import {
  attemptsAt,
  deliveryOf,
  stateOf,
  taskOf,
  type Attempt,
  type Run,
} from '../../core/run/run.ts'
import { isLost } from '../../core/run/task-state.ts'
import { sayCount } from '../../core/say/say-count.ts'
import { conductorLine } from '../../core/text/command-line.ts'
import { asBefore } from '../../git/keep/settings-before.ts'
import { showDiff, type Diff } from '../../git/diff/show-diff.ts'
import { inSnakeCase } from '../../core/report/worker-results.ts'
import { Complaint } from '../console/complain.ts'
import type { Console } from '../console/console.ts'
import { mustFindRepository } from '../place/must-find-repository.ts'
import { lookAtRun, mustKnow } from './open-runs.ts'
import { findWorkspace } from '../place/workspace.ts'

export interface DiffOptions {
  readonly stat: boolean
  /** undefined: the newest. */
  readonly run?: string | undefined
  readonly attempt: number | undefined
  /** Compare with the target instead of the base. */
  readonly target: boolean
  /** Show what was changed in the worktree since the delivery, instead of the delivery. */
  readonly since?: boolean
}

export async function diffCommand(
  task: string,
  { stat, run: wanted, attempt, target, since = false }: DiffOptions,
  console: Console,
): Promise<number> {
  const workspace = findWorkspace(console.folder)
  const run = lookAtRun(workspace, wanted)
  const id = mustKnow(run, task)
  if (run.settings.isolation === 'none')
    throw new Complaint(
      `run ${run.id} works in place, so the changes of "${id}" cannot be told apart`,
      'in worktrees (the default in a git repository) each task has its own changes',
    )
  const { directory } = run.settings
  const opened = await mustFindRepository(directory, `${directory} cannot be read`)
  const repository = asBefore(opened, workspace.home, run.id)
  const changed = changedSince(run, id)
  const subject = since ? changed : diffSubject(run, id, attemptOf(run, id, attempt))
  if (subject === null) {
    console.answer(`"${id}" has not changed anything.`, { task: id, base: null, diff: '' })
    return 0
  }
  const scratch = inRun(workspace.home, run.id, 'diff')
  const branch = target ? (run.target?.branch ?? null) : null
  const look = { stat, colour: console.colour, target: branch }
  const diff = await showDiff({ repository, scratch }, subject, look)
  if (changed !== null && !since)
    sayIfChanged(id, await showDiff({ repository, scratch }, changed), console)
  console.answer(diff.text === '' ? sayNothing(id, branch) : diff.text, {
    task: id,
    ...subject,
    ...(branch === null ? {} : { target: branch }),
    ...inSnakeCase(diff.changes),
    diff: diff.text,
  })
  return 0
}

/** The worktree of the task, compared with its delivery; null: no such change would land when a person approves it. */
function changedSince(run: Run, id: TaskId): DiffSubject | null {
  const worktree = run.worktrees.get(laneOf(taskOf(run, id)))
  const delivery = deliveryOf(run, id)
  const state = stateOf(run, id).is
  if (delivery === null || worktree?.task !== id || (state !== 'review' && !isLost(state)))
    return null
  return existsSync(worktree.path) ? { base: delivery.commit, path: worktree.path } : null
}

/** Approving lands what is in the worktree, and not only the delivery that the user has looked at. */
function sayIfChanged(id: TaskId, { changes }: Diff, console: Console): void {
  const files = changes.filesCreated + changes.filesChanged
  if (files === 0) return
  const [have, land] = files === 1 ? ['has', 'lands'] : ['have', 'land']
  console.remark(
    `note: ${sayCount(files, 'file')} ${have} been changed in its worktree since the delivery, and ${land} with it when you approve it; see them with \`${conductorLine('diff --since', id)}\``,
  )
}

function attemptOf(run: Run, id: TaskId, wanted: number | undefined): Attempt | undefined {
  if (wanted === undefined) return undefined
  const attempts = attemptsAt(run, id)
  const attempt = attempts[wanted - 1]
  if (attempt !== undefined) return attempt
  throw new Complaint(`"${id}" has no attempt ${wanted}`, `it has had ${attempts.length}`)
}

const sayNothing = (id: TaskId, target: string | null): string =>
  target === null
    ? `"${id}" has not changed anything.`
    : `"${id}" has nothing that ${target} lacks.`
