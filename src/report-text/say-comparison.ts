/** Two runs side by side, for a terminal. */
import type { ComparedTask, ComparedTotal, Comparison } from '../core/costs/compare-runs.ts'
import { isBetter, sayDifference, sayFigure, TOTAL_FIGURES } from '../core/say/say-compared.ts'
import { table } from './columns.ts'
import type { Paint } from './paint.ts'

const MOST_TASKS = 40

export function sayComparison(comparison: Comparison, style: Paint): string {
  const { first, second, total, tasks } = comparison
  const heads = ['', `run ${first.run}`, `run ${second.run}`, 'difference']
  const shown = tasks.slice(0, MOST_TASKS)
  const partial = [first, second].filter(({ cost_is_partial }) => cost_is_partial)
  return [
    `Run ${first.run} (${first.status}) and run ${second.run} (${second.status})`,
    '',
    ...headed(
      table([heads, ...Object.entries(total).map(([name]) => totalRow(comparison, name, style))]),
      style,
    ),
    '',
    ...headed(
      table([['task', 'state', 'cost', 'tokens', 'time', 'attempts'], ...shown.map(taskRow)]),
      style,
    ),
    ...(tasks.length > shown.length
      ? [`  and ${tasks.length - shown.length} more: --json has all of them`]
      : []),
    ...(partial.length === 0
      ? []
      : [
          '',
          `The cost of run ${partial.map(({ run }) => run).join(' and ')} is higher: some agents do not report theirs.`,
        ]),
  ].join('\n')
}

function totalRow({ total }: Comparison, name: string, style: Paint): readonly string[] {
  const key = name as ComparedTotal
  const [compared, figure] = [total[key], TOTAL_FIGURES[key]]
  const better = isBetter(compared, figure)
  const says = sayDifference(compared, figure.unit)
  const difference = better === null ? says : better ? style.good(says) : style.warn(says)
  return [
    figure.name,
    sayFigure(compared.first, figure.unit),
    sayFigure(compared.second, figure.unit),
    difference,
  ]
}

const taskRow = (task: ComparedTask): readonly string[] => [
  task.id,
  sayStates(task),
  sayDifference(task.cost_usd, 'usd'),
  sayDifference(task.tokens, 'tokens'),
  sayDifference(task.duration_s, 'seconds'),
  sayDifference(task.attempts, 'count'),
]

function sayStates({ status_first: first, status_second: second }: ComparedTask): string {
  if (first === second) return first ?? ''
  return `${first ?? 'not there'} -> ${second ?? 'not there'}`
}

const headed = ([head = '', ...lines]: readonly string[], style: Paint): readonly string[] => [
  style.dim(`  ${head}`),
  ...lines.map((line) => `  ${line}`),
]
