/** A new task: where it goes, what is written there, and the writing itself. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { answerAsk } from '../../core/ask/ask.ts'
import type { Run } from '../../core/run/run.ts'
import { sayRefusal } from '../../core/say/say-failure.ts'
import { fileWithTask, namedTask } from '../../plan-file/add/file-with-task.ts'
import type { TaskForm } from '../../plan-file/add/task-entries.ts'
import type { AddedTask, TaskPreview, TaskWish } from '../../server/served/served-new-task.ts'
import { findCoordinator } from '../../store/coordinator-lock.ts'
import { refused } from '../ask/reach-coordinator.ts'
import { readAdded } from '../conduct/add-tasks.ts'
import { Complaint } from '../console/complain.ts'
import { sayProblem, type SaidProblem } from '../console/problem-list.ts'
import { lookAtRun } from '../look/read-runs.ts'
import { configOfRun } from '../place/config-of-run.ts'
import type { Workspace } from '../place/workspace.ts'
import { loadConfig, machineOf, sayProblemAt } from '../plan/load-plan.ts'
import { refuseBrokenLink, writePlanFile } from '../planning/keep-plan.ts'
import { USUAL_FILE } from '../serve/repository/served-plan.ts'
import { addToRun, unfinishedRun } from './add-to-run.ts'

/** bad: the task, or the file it should go to. changed: the file is not the one of the preview any more. */
export class TaskRefused extends Complaint {
  readonly why: 'bad' | 'changed' | 'no-run'
  readonly problems: readonly SaidProblem[]
  constructor(
    why: TaskRefused['why'],
    message: string,
    hint: string | null = null,
    problems: readonly SaidProblem[] = [],
  ) {
    super(message, hint)
    this.why = why
    this.problems = problems
  }
}

/** Throws TaskRefused with everything that is wrong with the task; nothing is written. */
export async function previewTask(wish: TaskWish, workspace: Workspace): Promise<TaskPreview> {
  const run = runFor(wish, workspace)
  return run === null ? previewInFile(wish, workspace) : previewInRun(wish.task, run, workspace)
}

/** The same checks, and then the task is in the file or in the run. by: the task that adds it. */
export async function addTask(
  wish: TaskWish,
  workspace: Workspace,
  by: string | null = null,
): Promise<AddedTask> {
  const run = runFor(wish, workspace)
  return run === null ? addInFile(wish, workspace) : addInRun(wish.task, run, { by, workspace })
}

/** A file that another process has just changed is read again, unless the person has seen a preview of what it was. */
async function addInFile(wish: TaskWish, workspace: Workspace): Promise<AddedTask> {
  const { text, before, id, path, name } = await readyFile(wish, workspace)
  if (wish.base !== null && wish.base !== digestOf(before)) throw hasChanged(name)
  const written = writePlanFile(path, { text, before }, workspace)
  if (written.is !== 'changed')
    return { to: 'file', id, run: null, file: name, is_conducted: false }
  if (wish.base !== null) throw hasChanged(name)
  return addInFile(wish, workspace)
}

/** null: it goes into the task file. A file that is named, too. */
function runFor({ to, file }: TaskWish, workspace: Workspace): Run | null {
  if (to === 'file' || (to === null && file !== null)) return null
  const conducted = findCoordinator(workspace.home)?.run
  const run = conducted === undefined ? unfinishedRun(workspace) : lookAtRun(workspace, conducted)
  if (run === null && to === 'run')
    throw new TaskRefused(
      'no-run',
      'no run here can take a task: the last one is over, or there was none',
      'leave the run out: then the task goes into the task file',
    )
  return run
}

async function previewInRun(form: TaskForm, run: Run, workspace: Workspace): Promise<TaskPreview> {
  const task = namedIn(form, run)
  const { config } = await configOfRun(run, workspace)
  const read = await readAdded(task, { run, config })
  if (!read.ok) throw problemsOf(read.problems)
  const answer = answerAsk(run, { ask: 'add', tasks: read.tasks, by: null })
  if (!answer.accepted) throw problemsOf([sayRefusal(answer.refusal)])
  const is_conducted = findCoordinator(workspace.home)?.run === run.id
  return {
    to: 'run',
    id: String(task['id']),
    run: run.id,
    file: null,
    is_conducted,
    diff: null,
    base: null,
  }
}

async function previewInFile(wish: TaskWish, workspace: Workspace): Promise<TaskPreview> {
  const { id, diff, before, name } = await readyFile(wish, workspace)
  return {
    to: 'file',
    id,
    run: null,
    file: name,
    is_conducted: false,
    diff,
    base: digestOf(before),
  }
}

async function addInRun(
  form: TaskForm,
  run: Run,
  { by, workspace }: { readonly by: string | null; readonly workspace: Workspace },
): Promise<AddedTask> {
  const task = namedIn(form, run)
  const added = await addToRun(task, by, workspace)
  if (added === null)
    throw new Complaint(
      'the run has just ended',
      'add it once more: then it goes into the task file',
    )
  const { reply, run: id, isConducted } = added
  if (!reply.accepted)
    throw 'problems' in reply ? problemsOf(reply.problems) : refused(reply.refusal)
  return { to: 'run', id: reply.affected[0]!, run: id, file: null, is_conducted: isConducted }
}

const namedIn = (form: TaskForm, { plan }: Run): TaskForm =>
  namedTask(
    form,
    plan.tasks.map(({ id }) => id),
  )

const problemsOf = (problems: readonly string[]): TaskRefused =>
  badTask(
    problems.map((message) => ({ place: 'task', message, hint: null })),
    (one) => one.message,
  )

const badTask = (
  problems: readonly SaidProblem[],
  say: (problem: SaidProblem) => string,
): TaskRefused => new TaskRefused('bad', problems.map(say).join('\n'), null, problems)

/** The task file as it would be with the task. */
async function readyFile({ task, file }: TaskWish, workspace: Workspace) {
  const path = resolve(workspace.folder, file ?? USUAL_FILE)
  const name = relative(workspace.folder, path)
  refuseBrokenLink(path, name)
  const before = existsSync(path) ? readFileSync(path, 'utf8') : null
  const { config } = await loadConfig(workspace)
  const options = { machine: machineOf(config), agents: ['shell', ...Object.keys(config.agents)] }
  const made = fileWithTask(before, task, { name, ...options })
  if (made.ok) return { ...made, before, path, name }
  throw badTask(
    made.problems.map((problem) => sayProblemAt(name, problem)),
    sayProblem,
  )
}

const digestOf = (text: string | null): string =>
  text === null ? 'none' : createHash('sha256').update(text).digest('hex').slice(0, 16)

const hasChanged = (name: string): Complaint =>
  new TaskRefused(
    'changed',
    `${name} was changed since you looked, so nothing was written`,
    'look at the preview again',
  )
