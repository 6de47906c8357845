/** conductor diff: what a task changed, delivered or still under way. */
import { inRun } from '../../core/value/home-paths.ts'
import { diffSubject } from '../../core/landing/diff-subject.ts'
import type { TaskId } from '../../core/value/ids.ts'
import { attemptsAt, type Attempt, type Run } from '../../core/run/run.ts'
import { asBefore } from '../../git/keep/settings-before.ts'
import { showDiff } from '../../git/diff/show-diff.ts'
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
  /** Against the target instead of the base. */
  readonly target: boolean
}

export async function diffCommand(
  task: string,
  { stat, run: wanted, attempt, target }: DiffOptions,
  console: Console,
): Promise<number> {
  const workspace = findWorkspace(console.folder)
  const run = lookAtRun(workspace, wanted)
  const id = mustKnow(run, task)
  if (run.settings.isolation === 'none')
    throw new Complaint(
      `run ${run.id} works in place, so nobody can tell what "${id}" changed`,
      'in worktrees (the default in a git repository) each task has its own changes',
    )
  const { directory } = run.settings
  const found = await mustFindRepository(directory, `${directory} cannot be looked at`)
  const repository = asBefore(found, workspace.home, run.id)
  const subject = diffSubject(run, id, attemptOf(run, id, attempt))
  if (subject === null) {
    console.answer(`"${id}" has not changed anything.`, { task: id, base: null, diff: '' })
    return 0
  }
  const scratch = inRun(workspace.home, run.id, 'diff')
  const branch = target ? (run.target?.branch ?? null) : null
  const look = { stat, colour: console.colour, target: branch }
  const diff = await showDiff({ repository, scratch }, subject, look)
  console.answer(diff.text === '' ? sayNothing(id, branch) : diff.text, {
    task: id,
    ...subject,
    ...(branch === null ? {} : { target: branch }),
    ...inSnakeCase(diff.changes),
    diff: diff.text,
  })
  return 0
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
