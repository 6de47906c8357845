/** Runs as the API returns them: their summaries and their events. */
import type { Event } from '../../../core/run/event.ts'
import type { Result, Summary } from '../../../core/report/summary.ts'
import { PLANNING_STATES } from '../../../core/run/plan-making.ts'
import type { TaskStatus } from '../../../core/run/task-state.ts'
import {
  documentOf,
  flag,
  listOf,
  loose,
  mapTo,
  maybe,
  number,
  object,
  objectOf,
  oneOf,
  text,
  texts,
  time,
  whole,
  type Field,
  type FieldsOf,
} from '../answer-schemas.ts'
import type { RunRow } from './run-rows.ts'

export const STATES = [
  'waiting',
  'working',
  'stuck',
  'landing',
  'review',
  'landed',
  'failed',
  'skipped',
  'cancelled',
] as const satisfies readonly TaskStatus[]

/** stopped: no coordinator conducts it. */
export const RUN_STATUSES = [
  'completed',
  'failed',
  'cancelled',
  'running',
  'paused',
  'cancelling',
  'stopped',
] as const satisfies readonly Summary['status'][]

const changes = {
  files_created: maybe(whole('Counted by git.')),
  files_changed: maybe(whole('Counted by git.')),
  lines_added: maybe(whole('Counted by git.')),
  lines_deleted: maybe(whole('Counted by git.')),
}

/** An object that has the same field under each of these names. */
const each = <const Name extends string>(
  names: readonly Name[],
  of: Field<'number'>,
  description: string,
) =>
  object<Record<Name, 'number'>>(
    description,
    Object.fromEntries(names.map((name) => [name, of])) as Record<Name, typeof of>,
  )

export const counts = <const Name extends string>(names: readonly Name[], description: string) =>
  each(names, whole('How many.'), description)

const seconds = <const Name extends string>(names: readonly Name[], description: string) =>
  each(names, number('Seconds.'), description)

/** How and where a result was taken. */
export const TAKEN = {
  how: oneOf(
    [
      'fast-forward',
      'merge-commit',
      'by-hand',
      'with-run',
      'pull-requests',
      'branch',
      'patches',
      'push',
    ],
    'by-hand: merged without Conductor. with-run: the take of a later run brought it along.',
  ),
  into: text('The branch, the folder of the patches, or the remote.', 'main'),
  commit: maybe(text('Where it is there; null: patches.')),
}

export const takenSummary = maybe(
  object('How its result was taken; null: not yet.', {
    ...TAKEN,
    at: text('When.', '2026-01-02T03:04:05.000Z'),
    is_all: flag('Everything that has landed so far was taken.'),
  }),
)

const summaryFields: FieldsOf<Omit<Summary, 'results'>> = {
  run: text('Its number.', '7'),
  status: oneOf(
    RUN_STATUSES,
    'cancelling: its working tasks are being stopped. stopped: the run is not over, but no coordinator conducts it.',
  ),
  phase: oneOf(
    [
      'queue_ready',
      'workers_spawned',
      'working',
      'aggregating',
      'completed',
      'failed',
      'cancelled',
    ],
    'workers_spawned: no attempt has ended yet. aggregating: only landing is left.',
  ),
  planning: maybe(
    object('How its plan was made; null: not by Conductor, or for an earlier run.', {
      planned_by: object('Who planned.', {
        backend: oneOf(['api', 'cli', 'agent', 'offline'], 'The backend.'),
        model: maybe(text('The model; null: unknown, or none.')),
      }),
      states: listOf(
        object('One state.', {
          state: oneOf(PLANNING_STATES, 'queue_ready: the plan is there.'),
          at: text('When it began.', '2026-01-02T03:04:05.000Z'),
        }),
        'The states that planning went through, in order.',
      ),
      analysis_s: number('Seconds.'),
      planning_s: number('Seconds.'),
      cost_usd: maybe(number('What planning has cost; null: no model, or an unknown cost.')),
      estimated_usd: number('The part of it at the prices of a table.'),
      tokens: whole('All tokens of planning.'),
      failed: maybe(
        object('Why there is no plan.', {
          during: oneOf(['analysing', 'planning'], 'In which state it failed.'),
          reason: text('One sentence.'),
        }),
      ),
    }),
  ),
  waits_for_you: flag('Nothing continues before a person has decided something.'),
  needs_you_count: whole('How many things wait for a person.'),
  tasks: counts(
    ['total', 'landed', 'failed', 'skipped', 'cancelled', 'review', 'stuck'],
    'How many tasks stand how.',
  ),
  success_rate: maybe(
    number('Landed tasks, 0 to 1, of those that landed, failed, were skipped or cancelled.'),
  ),
  workers_used: whole('How many agents were at work at some time.'),
  tasks_per_worker: mapTo(whole('Tasks it has tried.'), 'By the number of the agent.'),
  workers: listOf(
    object('What one agent has returned.', {
      worker: whole('Its number.'),
      tasks: listOf(text('A task.', 'api'), 'Those it has tried, in order.'),
      attempts: whole('How many.'),
      duration_s: number('Seconds of all its attempts.'),
      ...changes,
    }),
    'By their numbers.',
  ),
  wall_s: number('Seconds in which a coordinator conducted it.'),
  sequential_s: number('Seconds the landed tasks would have taken one after another.'),
  speedup: maybe(number('sequential_s / wall_s; null: nothing has landed.')),
  stage_s: seconds(
    ['analysis', 'planning', 'execution', 'landing', 'aggregation'],
    'Seconds of each stage.',
  ),
  ...changes,
  test_coverage: maybe(number('In percent, as far as a report was found.')),
  cost_usd: maybe(number('What models have cost, planning included; null: unknown.')),
  cost_is_partial: flag('The cost of planning or of some attempt is not known.'),
  tokens: whole('All tokens.'),
  usage: object('What was used of models.', {
    input_tokens: whole('Tokens.'),
    output_tokens: whole('Tokens.'),
    cache_read_tokens: whole('Tokens.'),
    cache_write_tokens: whole('Tokens.'),
    cost_from: maybe(oneOf(['agent', 'table', 'imputed', 'mixed'], 'Who says what it cost.')),
    imputed_usd: number('The part that a subscription paid.'),
    estimated_usd: number('The part that no agent has said: tokens at the prices of a table.'),
  }),
  cost_per_landed_task: maybe(number('In US dollars.')),
  cost_not_landed_usd: maybe(number('What went into tasks that have not landed.')),
  budget_usd: maybe(number('What the run may spend; null: no limit.')),
  landing: maybe(
    object('How merging went; null: the run works in place.', {
      target: text('The branch that everything lands on.', 'conductor/run-7'),
      from: maybe(text('The branch it began from.', 'main')),
      base: text('The commit it began from.'),
      tip: text('Its newest commit, as far as the run knows.'),
      is_checked: flag('Whether anything is checked before it lands.'),
      checked: whole('Landed tasks whose merge a check has passed on.'),
      unchecked: whole('Landed tasks without a check.'),
      checks: counts(['passed', 'failed', 'flakes'], 'How checks went.'),
      conflicts: whole('Deliveries that could not be merged as they came.'),
      merge_success_rate: maybe(number('Share of deliveries that could.')),
      taken: takenSummary,
      to_push: listOf(
        object('One commit.', {
          submodule: text('The path of the submodule.', 'library'),
          commit: text('The commit it is at.'),
          command: text('What pushes it; <url> stands in it where the submodule has no remote.'),
        }),
        'Commits of submodules that no remote had when they were delivered.',
      ),
    }),
  ),
  foresight: maybe(
    object('How right predictions were; null: nothing was predicted or delivered.', {
      tasks: whole('Tasks that were judged.'),
      predicted_files: whole('Files that were named or more likely than not.'),
      touched_files: whole('Files that the tasks have changed.'),
      right_files: whole('Predictions that came true.'),
      precision: maybe(number('right_files / predicted_files.')),
      recall: maybe(number('Share of the touched files that were predicted.')),
      pairs: counts(
        [
          'predicted',
          'right',
          'missed',
          'conflicts',
          'conflicts_predicted',
          'at_once',
          'at_once_conflicts',
        ],
        'Pairs expected to change a common file; those that did; unexpected ones; conflicts; expected conflicts; pairs that changed a common file at the same time; those of them that git could not merge.',
      ),
    }),
  ),
}

/** A question of an agent to a person. */
export const question = object('What it asks.', {
  decision: text('What is to be decided.'),
  options: texts('What it considered.'),
  context: text('What one has to know.'),
  area: maybe(text('What it is about.')),
})

export const quality = object('How good it is, from evidence; null: nothing was delivered.', {
  score: maybe(number('0 to 100; null: nothing has been checked.')),
  parts: listOf(
    object('What was looked at.', {
      part: oneOf(['checks', 'tests', 'scope', 'size', 'review', 'attempts'], 'Which part.'),
      points: maybe(number('null: not known.')),
      of: number('The most there could be.'),
      why: text('The evidence, in words.'),
    }),
    'What it comes from.',
  ),
})

const resultFields: FieldsOf<Result> = {
  id: text('The task.', 'api'),
  status: oneOf(STATES, 'Its status.'),
  attempts: whole('How often it was tried.'),
  duration_s: number('Seconds of all attempts.'),
  cpu_s: maybe(number('Of the last attempt.')),
  peak_memory_bytes: maybe(number('Of the last attempt.')),
  worker: maybe(whole('The agent of the last attempt.')),
  branch: maybe(text('Where its work is.')),
  commit: maybe(text('Where the target has it.')),
  checked: maybe(flag('A check has passed on its merge; null: it has not landed.')),
  ...changes,
  files: maybe(
    listOf(
      object('A file.', {
        path: text('From the top of the repository.', 'src/a.ts'),
        is: oneOf(['added', 'deleted', 'changed'], 'What became of it.'),
      }),
      'Those it has delivered, a hundred at most; null: nothing.',
    ),
  ),
  cost_usd: maybe(number('Of all its attempts.')),
  estimated_usd: number('The part of it that no agent has said.'),
  tokens: whole('Of all its attempts.'),
  agent: maybe(text('As it names itself.')),
  model: maybe(text('As it names itself.')),
  quality: maybe(quality),
  foresight: maybe(
    object('How right its predictions were; null: nothing was predicted or delivered.', {
      predicted: whole('Files that were named or more likely than not.'),
      touched: whole('Files it has changed.'),
      right: whole('Predictions that came true.'),
      precision: maybe(number('right / predicted.')),
      recall: maybe(number('Share of the touched files that were predicted.')),
    }),
  ),
  pull_request: maybe(text('Where it is.')),
  error: maybe(text('What went wrong, in words.')),
  last_lines: texts('Of its output, if it failed.'),
}

export const summary = documentOf<Summary>(
  'Summary',
  'What a run came to: the same as `conductor report --json`.',
  {
    ...summaryFields,
    results: listOf(objectOf<Result>('One task.', resultFields), 'Each task, in plan order.'),
  },
)

export const runRow = documentOf<RunRow>('RunRow', 'A run, without its tasks.', {
  ...summaryFields,
  name: text('Of its plan.', 'tasks.yaml'),
  file: maybe(text('The task file it was started from.')),
  agents: texts('The agents that have worked in it; empty: only commands, or they are not known.'),
  conducted: flag('Whether a coordinator conducts it at this moment.'),
  started_at: time('When it began.'),
  ended_at: maybe(time('When it was over; null: it is not.')),
})

interface Page<Item> {
  readonly next: string | null
  readonly runs: readonly Item[]
}

export const runPage = documentOf<Page<RunRow>>('RunPage', 'Runs, the newest first.', {
  runs: listOf(runRow.asField, 'The newest first.'),
  next: maybe(text('To get the next runs, give this as `before`; null: there are no more.', '6')),
})

interface EventPage {
  readonly events: readonly Event[]
  readonly next: number | null
}

const event = loose('One fact, never changed. What else it has follows from its type.', {
  properties: {
    type: text('What became true.', 'task-landed'),
    sequence: whole('Its number in the whole store, without gaps.'),
    run: text('The run it belongs to.', '7'),
    at: number('Milliseconds since 1970.'),
  },
  required: ['type', 'sequence', 'run', 'at'],
})

export const eventPage = documentOf<EventPage>('EventPage', 'Events of a run, in order.', {
  events: listOf(event, 'In order.'),
  next: maybe(whole('Give this as `after` for what comes next; null: that is all so far.')),
})
