/** Plans as the API returns them, in the form that other programs know. */
import type { RunSettings } from '../../../core/run/event.ts'
import { executionPlan, type ExecutionPlan } from '../../../core/schedule/execution-plan.ts'
import type { PlanChange } from '../../../core/plan/plan-changes.ts'
import type { Plan } from '../../../core/plan/plan.ts'
import type { Run } from '../../../core/run/run.ts'
import {
  documentOf,
  flag,
  listOf,
  loose,
  mapTo,
  maybe,
  number,
  object,
  oneOf,
  text,
  texts,
  time,
  whole,
} from '../answer-schemas.ts'
import type { WorkOut } from './execution-plan-cache.ts'

export interface PlanDocument extends ExecutionPlan {
  readonly project_id: string
  readonly created_at: string
  readonly file: string | null
  readonly run: string | null
  readonly is_draft: boolean
  /** What people have changed by hand; of a task file, what is drafted. */
  readonly overrides: readonly PlanChange[]
  readonly plan: Plan
  readonly settings: RunSettings
  readonly warnings: readonly string[]
}

type AboutPlan = Pick<
  PlanDocument,
  'project_id' | 'created_at' | 'file' | 'run' | 'is_draft' | 'overrides' | 'warnings'
>

/** agents: how many to assume instead of the run's own number. */
export function planDocumentOf(
  run: Run,
  { about, workOut = executionPlan }: PlanAt,
  agents = run.agents,
): PlanDocument {
  const { plan } = run
  const settings = { ...run.settings, agents }
  return { ...about, plan, settings, ...workOut(plan, settings) }
}

export interface PlanAt {
  readonly about: AboutPlan
  /** Looks the execution plan up if it was worked out before. */
  readonly workOut?: WorkOut
}

const batch = object('A level of the plan.', {
  batch_id: whole('1 is the first.'),
  task_ids: texts('Its tasks.'),
  can_parallel: flag('Whether there is more than one.'),
  depends_on: listOf(whole('A batch.'), 'The batch before it.'),
  estimated_duration: number('Seconds from its first start to its last end, by simulation.'),
})

const timeline = object('What would happen if every task took its estimate.', {
  makespan_s: number('Seconds from the first start to the last end.'),
  sequential_s: number('Seconds one after another.'),
  speedup: number('sequential_s / makespan_s.'),
  idle_s: number('Seconds in which agents would have nothing to do.'),
  agents: whole('How many work at once.'),
  critical_path: texts('The longest chain: no run can be shorter.'),
  tasks: listOf(
    object('One task.', {
      id: text('Its id.'),
      start_s: number('Seconds from the beginning.'),
      end_s: number('Seconds from the beginning.'),
      worker: whole('The agent that takes it.'),
    }),
    'In order of start.',
  ),
})

export const planDocument = documentOf<PlanDocument>(
  'ExecutionPlan',
  'A plan: what can go on at once, who works where, who may get in whose way, how long it takes.',
  {
    project_id: text('The name of the repository.', 'shop'),
    created_at: time('When it was read, or its run began.'),
    file: maybe(text('The task file.', 'tasks.yaml')),
    run: maybe(text('The run it belongs to; null: none yet.', '7')),
    is_draft: flag('Whether it has changes that are not in the file.'),
    overrides: listOf(
      loose('`task`, and `change`: the fields that were changed, with their present values.'),
      'What people have changed; of a task file, what is drafted.',
    ),
    plan: loose('Name, groups, and tasks with everything filled in.'),
    settings: loose('How it would be run.'),
    batches: listOf(batch, 'The first one first.'),
    worktree_assignments: mapTo(text('A lane.'), 'The lane of each task; empty: in place.'),
    predicted_conflicts: listOf(
      object('Two tasks that may get in each other’s way.', {
        task_ids: texts('The two.'),
        predicted_files: texts('Files of both, the likeliest first, or files in the same folder.'),
        files: listOf(
          object('One of them.', {
            path: text('The file.'),
            probability: number('That both change it, from 0 to 1.'),
          }),
          'The same with their probabilities.',
        ),
        conflict_type: oneOf(
          ['same_file', 'same_directory', 'potential'],
          'potential: not likely enough to keep them apart, or without a common file.',
        ),
        probability: number('That both change a common file, from 0 to 1.'),
        why: listOf(
          oneOf(
            ['declared', 'coupled', 'foreseen', 'rule', 'same_directory', 'user'],
            'declared: both name a file. coupled: one names it, the other is expected to change it.',
          ),
          'Where this comes from.',
        ),
        verdict: oneOf(
          ['apart', 'warn', 'free'],
          'apart: not at the same time. free: a person lets them.',
        ),
        decided_by: oneOf(['conductor', 'user'], 'Who decided that.'),
      }),
      'The likeliest first, at most 1000.',
    ),
    timeline,
    likely: maybe(
      object('How long it likely takes; null: the plan is too large.', {
        seconds: number('As often too much as too little.'),
        low_s: number('In one of ten cases it takes less.'),
        high_s: number('In one of ten cases it takes more.'),
      }),
    ),
    metadata: object('In short.', {
      total_tasks: whole('How many tasks.'),
      total_batches: whole('How many batches.'),
      parallel_possible: flag('Whether any batch has more than one task.'),
      conflicts_detected: whole('Pairs that do not work at the same time.'),
      conflicts_cut: flag('Whether there are more pairs than are listed.'),
      apart_above: number('Pairs that are more likely than this to collide are kept apart.'),
      execution_mode: oneOf(
        ['parallel', 'sequential'],
        'How it begins: whether tasks of the first batch work at the same time.',
      ),
      circular_dependencies: texts('Always empty: such a plan is refused.'),
      missing_dependencies: texts('Always empty: such a plan is refused.'),
      planning_mode: oneOf(['task_based', 'epic_based'], 'Whether tasks belong to epics.'),
    }),
    issues: listOf(
      object('Something that is wrong with the plan.', {
        issue: oneOf(
          ['empty_batch', 'unassigned_tasks', 'high_conflict_rate', 'conflict_in_batch'],
          'What it is.',
        ),
        message: text('In words.'),
        task_ids: texts('The tasks it is about.'),
      }),
      'Usually none.',
    ),
    warnings: texts('Worth knowing, but no reason not to run it.'),
  },
)
