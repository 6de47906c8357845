/** Words what would happen if a plan were run, for a terminal. */
import type { FlaggedTask, PlanOverview } from '../core/planning/plan-overview.ts'
import type { PredictedConflict } from '../core/schedule/predicted-conflicts.ts'
import { sayCount } from '../core/say/say-count.ts'
import { ABOUT_CHANCES, isByChance, sayLikely } from '../core/say/say-likely.ts'
import { percent } from '../core/say/say-threshold.ts'
import { firstFew } from '../core/say/say-wait.ts'
import { formatDuration } from '../core/value/duration.ts'
import { formatUsd } from '../core/value/money.ts'

export const sayOverview = (overview: PlanOverview): string =>
  [
    sayTasks(overview),
    '',
    ...row('Start at once', firstFew(overview.ready_at_once)),
    ...row('Longest chain', sayChain(overview)),
    ...row('Time', sayTimes(overview)),
    ...row('Agents', `${overview.agents.recommended} recommended. ${overview.agents.why}`),
    ...row('Cost', sayCost(overview)),
    ...rows('Likely files', overview.tasks.flatMap(sayFiles)),
    ...rows('Kept apart', conflictsOf(overview, 'apart')),
    ...rows('May collide', conflictsOf(overview, 'warn')),
    ...(overview.predicted_conflicts.some(isByChance) ? row('Chances', ABOUT_CHANCES) : []),
    ...rows('Needs you first', overview.flags.map(sayFlag)),
  ].join('\n')

const WIDTH = 17

const row = (label: string, text: string): readonly string[] => [`  ${label.padEnd(WIDTH)}${text}`]

const MOST = 8

function rows(label: string, lines: readonly string[]): readonly string[] {
  const shown = lines.slice(0, MOST)
  const more = lines.length - shown.length
  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].map(
    (line, i) => `  ${(i === 0 ? label : '').padEnd(WIDTH)}${line}`,
  )
}

const MOST_TASKS = 40

function sayTasks({ tasks }: PlanOverview): string {
  const shown = tasks.slice(0, MOST_TASKS)
  const idWidth = Math.max(...shown.map(({ id }) => id.length))
  const lines = shown.map((task) => {
    const after = task.dependencies.length === 0 ? '' : `  after ${firstFew(task.dependencies)}`
    const time = formatDuration(task.estimate_s)
    return `  ${task.id.padEnd(idWidth)}  ${time.padStart(7)}  ${task.name}${after}`
  })
  const more = tasks.length - shown.length
  return [...lines, ...(more > 0 ? [`  and ${sayCount(more, 'more task')}`] : [])].join('\n')
}

const sayChain = ({ longest_chain: { tasks, seconds } }: PlanOverview): string =>
  `${formatDuration(seconds)}: ${tasks.join(' -> ')}`

/** More agents are listed as long as they save something. */
function sayTimes({ agents: { options } }: PlanOverview): string {
  const best = Math.min(...options.map(({ seconds }) => seconds))
  const fastest = options.findIndex(({ seconds }) => seconds <= best)
  const times = options
    .slice(0, fastest + 1)
    .map(({ agents, seconds }) => `${agents}: ${formatDuration(Math.round(seconds))}`)
  return `by number of agents ${times.join(', ')}${fastest + 1 < options.length ? ', with more no faster' : ''}`
}

function sayCost({ agents: { options, recommended } }: PlanOverview): string {
  const usd = options.find(({ agents }) => agents === recommended)?.estimated_cost_usd ?? null
  return usd === null
    ? 'not known: no agent has reported a cost in this repository yet'
    : `about ${formatUsd(usd)}, by what agents have cost here so far`
}

/** A file that is less likely to be touched is not worth a word here; `conductor foresee` shows all. */
const LIKELY = 0.3
const MOST_FILES = 3

function sayFiles({
  id,
  files,
  predicted_files,
}: PlanOverview['tasks'][number]): readonly string[] {
  const foreseen = predicted_files
    .filter(({ p }) => p >= LIKELY)
    .slice(0, MOST_FILES)
    .map(({ path, p }) => `${path} (${percent(p)})`)
  const all = [...files.slice(0, MOST_FILES), ...foreseen]
  return all.length === 0 ? [] : [`${id}: ${all.join(', ')}`]
}

const conflictsOf = (
  { predicted_conflicts }: PlanOverview,
  verdict: PredictedConflict['verdict'],
): readonly string[] =>
  predicted_conflicts.filter((conflict) => conflict.verdict === verdict).map(sayConflict)

function sayConflict({ task_ids, probability, predicted_files }: PredictedConflict): string {
  const files = predicted_files.length === 0 ? '' : `: ${firstFew(predicted_files)}`
  return `${task_ids.join(' and ')} (${sayLikely(probability)})${files}`
}

const FLAG_WORDS = {
  not_ready: 'not ready',
  needs_design: 'needs a design first',
  sensitive: 'sensitive',
} as const

export const sayFlag = ({ task, flag, why }: FlaggedTask): string =>
  `${task}: ${FLAG_WORDS[flag]}. ${why}`
