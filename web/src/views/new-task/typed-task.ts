/** A new task as the user types it, and as the task file has it. It outlives the dialog, and is lost when the page is closed. */
import type { Priority } from '../../../../src/core/plan/plan.ts'
import type { TaskId } from '../../../../src/core/value/ids.ts'
import type { TaskAbout } from '../../act/new-work.ts'
import { linesOf } from '../plan/edit/task-form.ts'

export interface TypedTask {
  readonly work: 'prompt' | 'run'
  readonly text: string
  readonly name: string
  readonly id: string
  readonly agent: string
  readonly model: string
  readonly dependencies: readonly TaskId[]
  readonly files: string
  readonly check: string
  readonly budget: string
  readonly needsApproval: boolean
  readonly priority: Priority
  readonly estimate: string
  /** Fields of a template that the form does not show. */
  readonly others: Readonly<Record<string, unknown>>
}

export const NOTHING_TYPED: TypedTask = {
  work: 'prompt',
  text: '',
  name: '',
  id: '',
  agent: '',
  model: '',
  dependencies: [],
  files: '',
  check: '',
  budget: '',
  needsApproval: false,
  priority: 3,
  estimate: '',
  others: {},
}

let kept = NOTHING_TYPED

export const keepTask = (task: TypedTask): void => void (kept = task)

/** Selected lines begin another task than the one that was being typed. */
export const keptTask = (about: TaskAbout | null): TypedTask =>
  about === null ? kept : { ...NOTHING_TYPED, text: about.words, files: about.files.join('\n') }

/** In the form of the task file, without empty fields. */
export function taskFileForm(task: TypedTask): Readonly<Record<string, unknown>> {
  const { work, text, dependencies, needsApproval, priority, budget } = task
  const [id, name, agent, model, check, estimate] = [
    task.id,
    task.name,
    work === 'prompt' ? task.agent : '',
    work === 'prompt' ? task.model : '',
    task.check,
    task.estimate,
  ].map((typed) => typed.trim())
  const files = linesOf(task.files)
  const fields = {
    ...task.others,
    ...Object.fromEntries(
      Object.entries({ id, name, agent, model, check, estimate }).filter(
        ([, typed]) => typed !== '',
      ),
    ),
    [work]: text.trim(),
    ...(dependencies.length === 0 ? {} : { dependencies }),
    ...(files.length === 0 ? {} : { files }),
    ...(priority === 3 ? {} : { priority }),
    ...(budget.trim() === '' ? {} : { budget_usd: numberOr(budget.trim()) }),
    ...(needsApproval ? { needs_human: true } : {}),
  }
  return fields
}

/** What is no number is refused by the server, in its words. */
const numberOr = (text: string): number | string =>
  Number.isFinite(Number(text)) ? Number(text) : text

/** The form with the fields of a template; what is typed into the form already is replaced. */
export function fromTemplate(task: Readonly<Record<string, unknown>>): TypedTask {
  const text = (key: string): string => {
    const value = task[key]
    return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  }
  const list = (key: string): readonly string[] => {
    const value = task[key]
    return Array.isArray(value) ? value.map(String) : text(key) === '' ? [] : [text(key)]
  }
  const work = 'run' in task ? 'run' : 'prompt'
  return {
    work,
    text: text(work),
    name: text('name'),
    id: '',
    agent: text('agent'),
    model: text('model'),
    dependencies: list('dependencies') as readonly TaskId[],
    files: list('files').join('\n'),
    check: text('check'),
    budget: text('budget_usd'),
    needsApproval: task['needs_human'] === true,
    priority: PRIORITIES[text('priority')] ?? 3,
    estimate: text('estimate'),
    others: Object.fromEntries(Object.entries(task).filter(([key]) => !SHOWN.has(key))),
  }
}

const PRIORITIES: Readonly<Record<string, Priority>> = { high: 1, low: 5, 1: 1, 2: 2, 4: 4, 5: 5 }

const SHOWN: ReadonlySet<string> = new Set(
  'id name prompt run agent model dependencies files check budget_usd needs_human priority estimate'.split(
    ' ',
  ),
)
