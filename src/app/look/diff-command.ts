/** conductor diff: shows what a task has changed, delivered or not yet. */
import { existsSync } from 'node:fs'
import { inRun } from '../../core/value/home-paths.ts'
import type { Changes } from '../../core/landing/delivery.ts'
import { diffSource, type DiffSource } from '../../core/landing/diff-source.ts'
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
import { tipOf } from '../../git/call/commits.ts'
import { showDiff } from '../../git/diff/show-diff.ts'
import { inSnakeCase } from '../../core/report/worker-results.ts'
import { Complaint } from '../console/complain.ts'
import type { Console } from '../console/console.ts'
import { repositoryOfRun } from '../place/repository-of-run.ts'
import { mustFindTask } from './find-task.ts'
import { linesHere, lookAtRun } from './read-runs.ts'
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
  const id = mustFindTask(task, { workspace, run, command: 'diff' })
  if (run.settings.isolation === 'none')
    throw new Complaint(
      `run ${run.id} works in place, so the changes of "${id}" cannot be told apart`,
      'in worktrees (the default in a git repository) each task has its own changes',
    )
  const repository = await repositoryOfRun(run, workspace.home)
  if (since && (target || attempt !== undefined))
    throw new Complaint(
      '--since cannot be combined with --target or --attempt',
      'it shows the changes in the worktree since the delivery; leave one of them out',
    )
  const there = (subject: DiffSource | null) => whereItIs(run, id, subject)
  const changed = await there(changedSince(run, id))
  const wished = since ? changed : await there(diffSource(run, id, attemptOf(run, id, attempt)))
  if (wished === null) {
    console.answer(sayNothing(run, id, { since }), { task: id, base: null, diff: '' })
    return 0
  }
  const scratch = inRun(workspace.home, run.id, 'diff')
  const branch = target ? (run.target?.branch ?? null) : null
  const look = { stat, colour: console.colour, target: branch }
  const diff = await showDiff({ repository, scratch }, wished, look)
  const more =
    changed === null || since ? null : (await showDiff({ repository, scratch }, changed)).changes
  if (more !== null) sayIfChanged(linesHere(workspace, run.id), id, more, console)
  const document = {
    task: id,
    ...wished,
    ...(branch === null ? {} : { target: branch }),
    ...inSnakeCase(diff.changes),
    ...(more === null ? {} : { since_delivery: inSnakeCase(more) }),
    diff: diff.text,
  }
  const isNothing = diff.text === ''
  const text = isNothing ? sayNothing(run, id, { since, branch }) : diff.text
  console.answer(text, document, isNothing ? 'words' : 'patch')
  return 0
}

/** Without its folder what was committed there is on its branch; null: nothing is. */
async function whereItIs(
  run: Run,
  id: TaskId,
  subject: DiffSource | null,
): Promise<DiffSource | null> {
  if (subject === null || !('path' in subject) || existsSync(subject.path)) return subject
  const { branch } = run.worktrees.get(laneOf(taskOf(run, id)))!
  const commit = await tipOf(branch, run.settings.directory)
  return commit === null ? null : { base: subject.base, commit }
}

/** The worktree of the task, compared with its delivery; null: no such change would land when a person approves it. */
function changedSince(run: Run, id: TaskId): DiffSource | null {
  const worktree = run.worktrees.get(laneOf(taskOf(run, id)))
  const delivery = deliveryOf(run, id)
  const state = stateOf(run, id).is
  if (delivery === null || worktree?.task !== id || (state !== 'review' && !isLost(state)))
    return null
  return { base: delivery.commit, path: worktree.path }
}

/** Approving lands what is in the worktree, and not only the delivery that the user has looked at. */
function sayIfChanged(
  lines: (text: string) => string,
  id: TaskId,
  changes: Changes,
  console: Console,
): void {
  const files = changes.filesCreated + changes.filesChanged
  if (files === 0) return
  const [have, land] = files === 1 ? ['has', 'lands'] : ['have', 'land']
  console.remark(
    lines(
      `note: ${sayCount(files, 'file')} ${have} been changed in its worktree since the delivery, and ${land} with it when you approve it; see them with \`${conductorLine('diff --since', id)}\``,
    ),
  )
}

function attemptOf(run: Run, id: TaskId, wanted: number | undefined): Attempt | undefined {
  if (wanted === undefined) return undefined
  const attempts = attemptsAt(run, id)
  const attempt = attempts[wanted - 1]
  if (attempt !== undefined) return attempt
  throw new Complaint(`"${id}" has no attempt ${wanted}`, `it has had ${attempts.length}`)
}

interface Wished {
  readonly since: boolean
  readonly branch?: string | null
}

function sayNothing(run: Run, id: TaskId, { since, branch = null }: Wished): string {
  if (since) return `Nothing was changed in the worktree of "${id}" since its delivery.`
  if (branch !== null) return `"${id}" has nothing that ${branch} lacks.`
  const state = stateOf(run, id).is
  if (attemptsAt(run, id).length > 0) return `"${id}" has not changed anything.`
  return state === 'skipped' || state === 'cancelled'
    ? `"${id}" was ${state} before it began, so it has changed nothing.`
    : `"${id}" has not begun yet.`
}
