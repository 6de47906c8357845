/** Costs and comparisons of runs, as the API returns them. */
import type { Compared, ComparedTask, Comparison } from '../../../core/costs/compare-runs.ts'
import { COSTS_BY } from '../../../core/costs/costs-by.ts'
import type { CostFigures, CostRow, Costs } from '../../../core/costs/costs.ts'
import {
  documentOf,
  flag,
  listOf,
  maybe,
  number,
  object,
  objectOf,
  oneOf,
  text,
  whole,
  type FieldsOf,
} from '../answer-schemas.ts'
import { RUN_STATUSES, STATES } from '../run/run-documents.ts'

const figures: FieldsOf<CostFigures> = {
  cost_usd: maybe(
    number('In US dollars; null: models were used, and none of their costs is known.'),
  ),
  cost_is_partial: flag('A part of the cost is not known, so the true sum is higher.'),
  estimated_usd: number('The part that no agent has said: tokens at the prices of a table.'),
  imputed_usd: number('The part that a subscription paid.'),
  tokens: whole('All tokens.'),
  duration_s: number('Seconds of work, all attempts together.'),
  attempts: whole('How many.'),
}

export const costs = documentOf<Costs>('Costs', 'Cost, tokens and time of runs.', {
  by: oneOf(COSTS_BY, 'What a row is.'),
  runs: whole('How many runs were added up.'),
  total: objectOf<CostFigures>('Of everything.', figures),
  rows: listOf(
    objectOf<CostRow>('One task, agent, model or day.', {
      is: oneOf(
        [...COSTS_BY, 'planning', 'command', 'unknown'],
        'planning: of the plan. command: no agent and no model. unknown: the agent has not named it.',
      ),
      name: maybe(text('The task, agent, model or day; null: it has no name.', 'claude')),
      run: maybe(text('The run of a task, if several runs are added up.', '7')),
      ...figures,
    }),
    'The most expensive first; days in order.',
  ),
})

const compared = (description: string) =>
  objectOf<Compared>(description, {
    first: maybe(number('In the first run; null: not known, or it does not have the task.')),
    second: maybe(number('In the second run.')),
    difference: maybe(number('The second minus the first; null: one of them is not known.')),
  })

const comparedRun = object('One of the two runs.', {
  run: text('Its number.', '7'),
  status: oneOf(RUN_STATUSES, 'Its status.'),
  cost_is_partial: flag('A part of its cost is not known.'),
})

export const comparison = documentOf<Comparison>('Comparison', 'Two runs side by side.', {
  first: comparedRun,
  second: comparedRun,
  total: objectOf<Comparison['total']>('Of the whole runs.', {
    landed: compared('Tasks that landed.'),
    not_landed: compared('Tasks that did not.'),
    wall_s: compared('Seconds in which a coordinator conducted them.'),
    work_s: compared('Seconds of work of all agents.'),
    cost_usd: compared('In US dollars.'),
    cost_per_landed_task: compared('In US dollars.'),
    tokens: compared('All tokens.'),
    attempts: compared('How many.'),
    conflicts: compared('Deliveries that had a merge conflict.'),
    checks_failed: compared('Checks that failed.'),
    quality: compared('The average score, 0 to 100.'),
  }),
  tasks: listOf(
    objectOf<ComparedTask>('One task.', {
      id: text('Its id.', 'api'),
      status_first: maybe(oneOf(STATES, 'In the first run; null: it does not have the task.')),
      status_second: maybe(oneOf(STATES, 'In the second run.')),
      duration_s: compared('Seconds of all its attempts.'),
      cost_usd: compared('In US dollars.'),
      tokens: compared('All tokens.'),
      attempts: compared('How many.'),
      quality: compared('Its score, 0 to 100.'),
    }),
    'In the order of the second run, then those that only the first has.',
  ),
})
