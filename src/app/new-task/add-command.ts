/** conductor add: a new task, for the run that is not over or for the task file. */
import { text as readAll } from 'node:stream/consumers'
import { shellWord } from '../../core/text/command-line.ts'
import { withTemplate } from '../../plan-file/add/template.ts'
import type { TaskForm } from '../../plan-file/add/task-entries.ts'
import type { AddedTask, TaskPreview, TaskWish } from '../../server/served/served-new-task.ts'
import { answerOrComplaint } from '../console/complain.ts'
import type { Console } from '../console/console.ts'
import { findWorkspace } from '../place/workspace.ts'
import { addTask, previewTask } from './new-task.ts'
import { mustFindTemplate, saveTemplate, templatesOf, TEMPLATES } from './templates.ts'

/** As typed. */
export interface TypedTask {
  readonly id?: string | undefined
  readonly run?: string
  /** "-": from standard input. */
  readonly prompt?: string
  readonly after?: readonly string[]
  readonly name?: string
  readonly priority?: string
  readonly estimate?: string
  readonly files?: readonly string[]
  readonly agent?: string
  readonly model?: string
  readonly check?: string
  readonly budget?: string
  readonly needsApproval?: boolean
  readonly template?: string
  readonly saveTemplate?: string
  readonly to?: 'run' | 'file'
  readonly file?: string
  readonly dryRun?: boolean
}

export async function addCommand(typed: TypedTask, console: Console): Promise<number> {
  const workspace = findWorkspace(console.folder)
  const given = formOf(typed, typed.prompt === '-' ? await readAll(process.stdin) : typed.prompt)
  const task =
    typed.template === undefined
      ? given
      : withTemplate(mustFindTemplate(typed.template, workspace).task, given)
  if (typed.saveTemplate !== undefined) {
    const file = saveTemplate(typed.saveTemplate, task, workspace)
    console.answer(`Saved as the template ${file}.`, { template: typed.saveTemplate, file })
    return 0
  }
  const wish: TaskWish = { task, to: typed.to ?? null, file: typed.file ?? null, base: null }
  return typed.dryRun === true ? previewWished(wish, console) : addWished(wish, console)
}

export interface SaidPlace {
  readonly to: 'run' | 'file'
  /** undefined: the default task file. */
  readonly file?: string | undefined
  /** Only checks the task, and adds nothing. */
  readonly preview: boolean
}

/** The task is in the form of the task file. */
export function addSaidTask(
  task: unknown,
  { to, file, preview }: SaidPlace,
  console: Console,
): Promise<number> {
  const wish: TaskWish = { task: task as TaskForm, to, file: file ?? null, base: null }
  return preview ? previewWished(wish, console) : addWished(wish, console)
}

async function previewWished(wish: TaskWish, console: Console): Promise<number> {
  const preview = await answerOrComplaint(
    previewTask(inRunOfTask(wish), findWorkspace(console.folder)),
  )
  console.answer(sayPreview(preview), preview)
  return 0
}

async function addWished(wish: TaskWish, console: Console): Promise<number> {
  const by = process.env['CONDUCTOR_TASK'] ?? null
  const workspace = findWorkspace(console.folder)
  const added = await answerOrComplaint(addTask(inRunOfTask(wish), workspace, by))
  console.answer(sayAdded(added), { ...added, accepted: true, affected: [added.id] })
  return 0
}

/** What a task adds is for its own run. */
const inRunOfTask = (wish: TaskWish): TaskWish =>
  process.env['CONDUCTOR_TASK'] === undefined ? wish : { ...wish, to: 'run' }

function sayAdded({ id, to, run, file, is_conducted: isConducted }: AddedTask): string {
  if (to === 'file')
    return `Added ${id} to ${file}. Start it with \`conductor run ${shellWord(file!)}\`.`
  const next = isConducted ? '' : ' It waits there until the run is resumed: `conductor resume`.'
  return `Added ${id} to run ${run}.${next}`
}

function sayPreview({ id, run, diff, is_conducted: isConducted }: TaskPreview): string {
  if (diff !== null) return diff.trimEnd()
  return `${id} would be added to run ${run}, which ${isConducted ? 'is running' : 'is stopped'}.`
}

function formOf(typed: TypedTask, prompt: string | undefined): TaskForm {
  const { priority, budget, after = [], files = [] } = typed
  const fields = {
    id: typed.id,
    name: typed.name,
    run: typed.run,
    prompt,
    agent: typed.agent,
    model: typed.model,
    check: typed.check,
    estimate: typed.estimate,
    priority: priority !== undefined && /^\d$/.test(priority) ? Number(priority) : priority,
    budget_usd: budget === undefined ? undefined : numberOr(budget),
    needs_human: typed.needsApproval,
    dependencies: after.length > 0 ? after : undefined,
    files: files.length > 0 ? files : undefined,
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/** What is no number is refused by the checks of the task file, in their words. */
const numberOr = (text: string): number | string =>
  Number.isFinite(Number(text)) && text.trim() !== '' ? Number(text) : text

export function templatesCommand(console: Console): number {
  const templates = templatesOf(findWorkspace(console.folder))
  const lines = templates.map(
    ({ name, description }) => `${name}${description === null ? '' : `  ${description}`}`,
  )
  const none = `There are no templates in ${TEMPLATES}/. \`conductor add --prompt "Fix a bug" --save-template bug\` makes one.`
  console.answer(lines.length === 0 ? none : lines.join('\n'), { templates })
  return 0
}
