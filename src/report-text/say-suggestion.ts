/** Suggested orderings for a terminal: each with its phases, time and rebases, then what the graph tells. */
import type {
  ParallelizationResponse,
  ParallelizationStrategy,
} from '../core/ordering/suggestion.ts'
import { sayCount } from '../core/say/say-count.ts'
import { formatEstimate } from '../core/value/duration.ts'
import { formatUsd } from '../core/value/money.ts'
import { paint, type Paint } from './paint.ts'

/** labelOf: how a workspace is called, by its id. */
export function saySuggestion(
  response: ParallelizationResponse,
  labelOf: (id: string) => string,
  colour: boolean,
): string {
  const style = paint(colour)
  const { strategies, dependency_insights, left_out, notice_text } = response
  const bottlenecks = [...new Set(strategies.flatMap((one) => one.bottleneck_branches))]
  return [
    response.analysis_summary,
    ...(notice_text === null ? [] : [style.warn(notice_text)]),
    ...strategies.flatMap((one, i) => ['', ...sayStrategy(one, i + 1, labelOf, style)]),
    ...(bottlenecks.length === 0 ? [] : ['', `Bottlenecks: ${bottlenecks.join(', ')}`]),
    ...list('Insights', dependency_insights),
    ...list(
      'Left out',
      left_out.map(({ workspace_id, reason }) => `${labelOf(workspace_id)}: ${reason}`),
    ),
    ...(strategies.length === 0 ? [] : ['', style.dim(response.prediction_basis)]),
    ...(response.cost_usd === null
      ? []
      : [style.dim(`Claude cost ${formatUsd(response.cost_usd)}.`)]),
  ].join('\n')
}

/** More workspaces of a phase are counted. */
const MOST_NAMES = 12
/** More phases are counted. */
const MOST_PHASES = 20

function sayStrategy(
  strategy: ParallelizationStrategy,
  number: number,
  labelOf: (id: string) => string,
  style: Paint,
): readonly string[] {
  const { name, strategy_id, phases, predicted_seconds, expected_rebases, source } = strategy
  const facts = [
    sayCount(phases.length, 'phase'),
    `about ${formatEstimate(predicted_seconds)}`,
    sayCount(expected_rebases, 'rebase'),
  ].join(', ')
  const by = source === 'claude' ? ' by Claude' : ''
  return [
    `${style.bold(`${number}. ${name}`)} (${strategy_id}${by}): ${facts}`,
    ...phases.slice(0, MOST_PHASES).map(({ phase_number, workspace_ids }) => {
      const names = workspace_ids.slice(0, MOST_NAMES).map(labelOf).join(', ')
      const more = workspace_ids.length - MOST_NAMES
      return `   ${phase_number}. ${names}${more > 0 ? ` and ${more} more` : ''}`
    }),
    ...(phases.length > MOST_PHASES
      ? [`   and ${sayCount(phases.length - MOST_PHASES, 'more phase', 'more phases')}`]
      : []),
    style.dim(`   ${strategy.description}`),
  ]
}

const list = (label: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', `${label}:`, ...lines.map((line) => `  - ${line}`)]
