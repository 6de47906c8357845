/** Tasks and attempts as the API returns them. */
import type { TaskId } from '../../../core/value/ids.ts'
import { laneOf } from '../../../core/plan/lanes.ts'
import { attemptsAt, batchOf, taskOf, type Attempt, type Run } from '../../../core/run/run.ts'
import type { ExplainDocument } from '../../../core/report/explain-document.ts'
import { LOOKS, type StandingWord } from '../../../core/report/task-standing.ts'
import type { TaskRow } from './task-rows.ts'
import {
  documentOf,
  listOf,
  loose,
  maybe,
  number,
  object,
  objectOf,
  oneOf,
  oneOfMany,
  text,
  texts,
  time,
  whole,
  type FieldsOf,
} from '../answer-schemas.ts'
import { quality, question, STATES } from '../run/run-documents.ts'

const row: FieldsOf<TaskRow> = {
  id: text('The id of the task.', 'api'),
  name: text('What people call it.', 'Write the API'),
  status: oneOf(STATES, 'Its status.'),
  column: oneOf(['backlog', 'in-progress', 'review', 'done'], 'Where it is on the board.'),
  since: time('When it came to stand so.'),
  word: oneOf(Object.keys(LOOKS) as StandingWord[], 'Its status, in the word that people see.'),
  says: maybe(
    text('What happens, or why nothing does; null: the status says it all.', 'after schema'),
  ),
  batch: whole('1 is the first.'),
  lane: text('What it shares a worktree with.', 'task-api'),
  priority: whole('1 is the most urgent, 5 the least.'),
  dependencies: texts('What must land before it starts.'),
  attempts: whole('How often it was tried.'),
  cost_usd: maybe(number('What models have cost; null: unknown.')),
}

export const taskRow = documentOf<TaskRow>('TaskRow', 'A task, in short.', row)

interface TaskPage {
  readonly tasks: readonly TaskRow[]
  readonly next: string | null
}

export const taskPage = documentOf<TaskPage>('TaskPage', 'Tasks of a run, in plan order.', {
  tasks: listOf(taskRow.asField, 'In plan order.'),
  next: maybe(
    text('To get the next tasks, give this as `cursor`; null: there are no more.', '100'),
  ),
})

const attemptFields: FieldsOf<Attempt> = {
  id: text('Run, task and number.', '7-api-2'),
  task: text('The task.', 'api'),
  number: whole('1 is the first.'),
  worker: whole('The seat it ran on.'),
  purpose: oneOf(['work', 'resolve', 'redo', 'go-on'], 'What it was for.'),
  startedAt: number('Milliseconds since 1970.'),
  waitedSeconds: number('For how long a person was waited for.'),
  ended: maybe(
    objectOf<NonNullable<Attempt['ended']>>('When and how it ended; null: it has not.', {
      at: number('Milliseconds since 1970.'),
      outcome: oneOfMany('How it ended; what else there is follows from that.', [
        'succeeded',
        'failed',
        'cancelled',
        'preempted',
        'asked',
        'over-budget',
        'lost',
      ]),
    }),
  ),
  delivery: maybe(loose('What it left in git: branch, commit, base, changes.')),
  conversation: maybe(
    object('What it can be gone on with by.', {
      agent: text('The agent.', 'claude'),
      id: text('Its name for the conversation.'),
      model: maybe(text('As it names itself.')),
    }),
  ),
  usage: loose('Tokens, and what they cost.'),
  condition: oneOfMany('Its condition, as far as supervision can tell.', [
    'fine',
    'permission',
    'question',
    'stale',
    'rate-limited',
    'retrying',
    'looping',
    'silent',
    'over-time',
  ]),
  progress: maybe(
    object('The word of the agent on how far it is.', {
      status: oneOf(['planning', 'working'], 'What it does.'),
      note: text('In its own words.'),
    }),
  ),
  question: maybe(question),
  answeredAbout: listOf(maybe(text('An area.')), 'Areas that a person has spoken on.'),
}

export const attempt = documentOf<Attempt>(
  'Attempt',
  'One try at a task, by one agent.',
  attemptFields,
)

/** An attempt with the fields that other programs expect of a session. */
export interface Session extends Attempt {
  readonly batch_id: number
  readonly worktree_id: string | null
}

export const session = documentOf<Session>('AgentSession', 'An attempt, and where it belongs.', {
  ...attemptFields,
  batch_id: whole('The batch of its task, 1 is the first.'),
  worktree_id: maybe(text('What its worktree is found by; null: it works in place.', 'task-api')),
})

export const sessionsAt = (run: Run, task: TaskId): readonly Session[] =>
  attemptsAt(run, task).map((one) => ({
    ...one,
    batch_id: batchOf(run, task) + 1,
    worktree_id: run.settings.isolation === 'none' ? null : laneOf(taskOf(run, task)),
  }))

export const explained = documentOf<ExplainDocument>(
  'Task',
  'Everything that is known about a task: the same as `conductor explain <task> --json`.',
  {
    task: text('Its id.', 'api'),
    name: text('What people call it.'),
    work: oneOfMany('What should be done.', ['prompt', 'command']),
    dependencies: texts('What must land before it starts.'),
    before: texts('What waits for it.'),
    priority: whole('1 is the most urgent, 5 the least.'),
    estimate: object('How long it is believed to take.', {
      seconds: number('Seconds: as often too much as too little.'),
      low: number('One of ten tasks takes less.'),
      high: number('One of ten tasks takes more.'),
      from: oneOf(['file', 'model', 'history', 'default'], 'Who says so.'),
      given: maybe(number('What the file or a model says, before it is corrected.')),
    }),
    files: texts('Paths and globs it is expected to change.'),
    lane: text('What it shares a worktree with.'),
    batch: whole('1 is the first.'),
    state: oneOfMany('Its status; the other fields depend on it.', STATES),
    why: maybe(
      oneOfMany('What it waits for; null: it does not wait.', [
        'on-tasks',
        'needs-human',
        'batch',
        'retry-at',
        'paused',
        'hindered',
        'batch-paused',
        'over-budget',
        'would-collide',
        'lane-busy',
        'no-worktree',
        'resources',
        'agents-busy',
      ]),
    ),
    word: row.word,
    says: row.says,
    collisions: listOf(
      object('Two tasks that cannot be merged as they stand.', {
        tasks: texts('The two.'),
        files: texts('Where.'),
      }),
      'With whom it will collide.',
    ),
    quality: maybe(quality),
    cost_usd: maybe(number('Of all its attempts.')),
    estimated_usd: number('The part of it that no agent has said.'),
    tokens: whole('Of all its attempts.'),
    agent: maybe(text('As it names itself.')),
    model: maybe(text('As it names itself.')),
    attempts: listOf(attempt.asField, 'The first one first.'),
  },
)

interface Attempts {
  readonly attempts: readonly Session[]
}

export const attemptList = documentOf<Attempts>('AttemptList', 'Attempts at a task.', {
  attempts: listOf(session.asField, 'The first one first.'),
})
