/** What became of each task of a run: its domain, the files it changed, its checks, and the lessons in its events. */
import type { DeliveredFile } from '../landing/delivery.ts'
import { tasksIn, type Event } from '../run/event.ts'
import { attemptsAt, ofEachTask, type Run } from '../run/run.ts'
import type { TaskState } from '../run/task-state.ts'
import type { Task } from '../plan/plan.ts'
import type { RunId, TaskId } from '../value/ids.ts'
import { domainOf } from './domain.ts'
import { lessonFromFailure, lessonsFromLanding, type Heard, type Lesson } from './lessons.ts'

export interface Experience {
  readonly run: RunId
  readonly task: TaskId
  readonly domain: string
  readonly landed: boolean
  readonly at: number
  /** What the task brought into the target; empty: it did not land, or works in place. */
  readonly files: readonly DeliveredFile[]
  readonly checks: readonly CheckResult[]
  readonly lessons: readonly Lesson[]
}

interface CheckResult {
  readonly command: string
  readonly passed: boolean
}

/** Only tasks that landed, or failed by their own work: others teach nothing about their domain. */
export function experiencesOf(run: Run, events: Iterable<Event>): readonly Experience[] {
  const heard = hear(events)
  return ofEachTask(run, (task, state) => {
    const noted = heard.get(task.id) ?? NOTHING
    const became = becameOf(run, task, state, noted)
    if (became === null) return []
    const { files } = became
    const domain = domainOf(
      task,
      files.map(({ path }) => path),
    )
    return [{ run: run.id, task: task.id, domain, checks: noted.checks, ...became }]
  })
}

type Became = Pick<Experience, 'landed' | 'at' | 'files' | 'lessons'>

function becameOf(run: Run, task: Task, state: TaskState, known: Known): Became | null {
  if (state.is === 'landed') {
    const { at, delivery } = state
    const heard = {
      ...known,
      attempts: attemptsAt(run, task.id),
      guidance: run.guidance.get(task.id),
    }
    const lessons = lessonsFromLanding(task, at, heard)
    return { landed: true, at, files: delivery?.files ?? [], lessons }
  }
  if (state.is !== 'failed') return null
  const lesson = lessonFromFailure(task, state)
  return lesson === null ? null : { landed: false, at: state.at, files: [], lessons: [lesson] }
}

type Known = Omit<Heard, 'attempts' | 'guidance'> & Pick<Experience, 'checks'>

const NOTHING: Known = { checks: [], trouble: null, sentBack: null, comment: null }

/** What the run as it stands does not have any more. Of each kind the newest counts. */
function hear(events: Iterable<Event>): ReadonlyMap<TaskId, Known> {
  const heard = new Map<TaskId, Known>()
  const comments = new Map<string, string>()
  for (const event of events) {
    if (event.type === 'pull-seen')
      for (const { id, kind, line } of event.sight.feedback)
        if (kind === 'comment') comments.set(id, line)
    for (const task of tasksOf(event)) {
      const noted = heard.get(task) ?? NOTHING
      heard.set(task, { ...noted, ...saidBy(event, noted, comments) })
    }
  }
  return heard
}

const tasksOf = (event: Event): readonly TaskId[] => {
  if (event.type === 'check-ended') return event.tasks
  return TELLING.has(event.type) ? tasksIn(event) : []
}

const TELLING: ReadonlySet<Event['type']> = new Set([
  'resolve-needed',
  'review-needed',
  'task-sent-back',
  'feedback-handed',
])

function saidBy(
  event: Event,
  { checks }: Known,
  comments: ReadonlyMap<string, string>,
): Partial<Known> {
  if (event.type === 'check-ended')
    return { checks: [...checks, { command: event.check, passed: event.passed }] }
  if (event.type === 'task-sent-back') return { sentBack: event.why }
  if (event.type === 'feedback-handed') {
    const comment = event.ids.flatMap((id) => comments.get(id) ?? []).at(-1)
    return comment === undefined ? {} : { comment }
  }
  if (event.type !== 'resolve-needed' && event.type !== 'review-needed') return {}
  const { trouble } = event
  return trouble.is === 'conflict' || trouble.is === 'red-check' ? { trouble } : {}
}
