/** Words what would happen if a plan were run, for a terminal. */
import { nameInLine } from '../core/text/name-in-line.ts'
import type { FlaggedTask } from '../core/planning/flags/flags-in.ts'
import type { PlanOverview } from '../core/planning/plan-overview.ts'
import type { PredictedConflict } from '../core/schedule/predicted-conflicts.ts'
import { fileNamedBy, normalise } from '../core/schedule/glob-overlap.ts'
import { sayCount } from '../core/say/say-count.ts'
import { ABOUT_CHANCES, isByChance, sayLikely } from '../core/say/plan/say-likely.ts'
import { pairsToTell, sayNear, sayPair, tellingFiles } from '../core/say/plan/say-pairs.ts'
import { percent } from '../core/say/plan/say-threshold.ts'
import { sayCorrection } from '../core/say/say-time-left.ts'
import { firstFew } from '../core/say/say-wait.ts'
import { formatEstimate } from '../core/value/duration.ts'
import { formatUsd } from '../core/value/money.ts'

export const sayOverview = (overview: PlanOverview): string => {
  const { told, near } = pairsToTell(overview.predicted_conflicts, overview.warn_above)
  const pairs = (verdict: PredictedConflict['verdict']): readonly string[] =>
    told.filter((pair) => pair.verdict === verdict).map(sayConflict)
  return [
    sayTasks(overview),
    '',
    ...row('Start at once', firstFew(overview.ready_at_once)),
    ...row('Longest chain', sayChain(overview)),
    ...row('Time', sayTimes(overview)),
    ...rows('Estimates', overview.tasks.flatMap(sayCorrected)),
    ...row('Agents', `${overview.agents.recommended} recommended. ${overview.agents.why}`),
    ...row('Cost', sayCost(overview)),
    ...rows('Files', overview.tasks.flatMap(sayFiles)),
    ...rows('Kept apart', pairs('apart')),
    ...rows('May collide', pairs('warn')),
    ...rows('Near each other', sayNear(near)),
    ...(told.some(isByChance) ? row('Chances', ABOUT_CHANCES) : []),
    ...rows('Needs you first', overview.flags.map(sayFlag)),
  ].join('\n')
}

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
    const time = formatEstimate(task.estimate_s)
    return `  ${task.id.padEnd(idWidth)}  ${time.padStart(7)}  ${nameInLine(task.name)}${after}`
  })
  const more = tasks.length - shown.length
  return [...lines, ...(more > 0 ? [`  and ${sayCount(more, 'more task')}`] : [])].join('\n')
}

const sayChain = ({ longest_chain: { tasks, seconds } }: PlanOverview): string =>
  `${formatEstimate(seconds)}: ${tasks.join(' -> ')}`

/** An estimate that differs from that of the file would be taken for a mistake. */
function sayCorrected({
  id,
  estimate_s: seconds,
  estimate_said_s: given,
  estimate_from: from,
}: PlanOverview['tasks'][number]): readonly string[] {
  const why = sayCorrection({ seconds, given, from })
  return why === null ? [] : [`${id}: ${formatEstimate(seconds)}, ${why}`]
}

/** More agents are listed as long as they save time that people can see; the row below says that no more do. */
function sayTimes({ agents: { options } }: PlanOverview): string {
  const choices = options.map(({ agents, seconds }) => ({ agents, time: formatEstimate(seconds) }))
  const best = formatEstimate(Math.min(...options.map(({ seconds }) => seconds)))
  const fastest = choices.findIndex(({ time }) => time === best)
  const times = choices
    .slice(0, fastest + 1)
    .filter(({ time }, at, all) => time !== all[at - 1]?.time)
    .map(({ agents, time }) => `${time} with ${sayCount(agents, 'agent')}`)
  return times.join(', ')
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

/** Each path once: what the task file names, then what else is likely. */
function sayFiles({
  id,
  files,
  predicted_files,
}: PlanOverview['tasks'][number]): readonly string[] {
  const named = withoutRepeats(files)
  const isNamed = named.map((file) => fileNamedBy(file))
  const likely = predicted_files
    .filter(({ path, p }) => p >= LIKELY && !isNamed.some((names) => names(normalise(path))))
    .slice(0, MOST_FILES)
    .map(({ path, p }) => `${nameInLine(path)} (${percent(p)})`)
  const parts = [
    ...(named.length === 0 ? [] : [firstFew(named)]),
    ...(likely.length === 0 ? [] : [`likely also ${likely.join(', ')}`]),
  ]
  return parts.length === 0 ? [] : [`${id}: ${parts.join('; ').replace(/^likely also/, 'likely')}`]
}

/** `src/auth` and `src/auth/**` are the same folder. */
function withoutRepeats(files: readonly string[]): readonly string[] {
  const byFolder = new Map(files.map((file) => [normalise(file.replace(/\/\*\*$/, '')), file]))
  return [...byFolder.values()]
}

function sayConflict(pair: PredictedConflict): string {
  const telling = tellingFiles(pair)
  const files = telling.length === 0 ? '' : `: ${firstFew(telling)}`
  return `${sayPair(pair)} (${sayLikely(pair.probability)})${files}`
}

const FLAG_WORDS = {
  not_ready: 'not ready',
  needs_design: 'needs a design first',
  sensitive: 'sensitive',
} as const

export const sayFlag = ({ task, flag, why }: FlaggedTask): string =>
  `${task}: ${FLAG_WORDS[flag]}. ${why}`
