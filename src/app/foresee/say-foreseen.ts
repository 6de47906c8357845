/** What is foreseen, as text for people. */
import { estimatedIn, formatTokens, tokensOf } from '../../core/agent/usage.ts'
import type { ExplainedFile } from '../../core/foresight/foresee-task.ts'
import { USUAL_WARN_ABOVE } from '../../core/plan/collision-settings.ts'
import { sayCount } from '../../core/say/say-count.ts'
import { ABOUT_CHANCES, sayLikely } from '../../core/say/plan/say-likely.ts'
import { sayEvidence } from '../../core/say/plan/say-evidence.ts'
import { oneLineOf } from '../../core/text/plain-text.ts'
import { formatCost } from '../../core/value/money.ts'
import { paint } from '../../report-text/paint.ts'
import type { OwnStanding } from './foresight-place.ts'
import type { Reranking } from './rerank-foreseen.ts'
import { percentOf } from './say-percent.ts'

interface Answered {
  readonly commit: string
  readonly standing: OwnStanding
  readonly reranking: Reranking | null
}

export interface Pair {
  readonly tasks: readonly [string, string]
  readonly p: number
  readonly files: readonly string[]
}

export const sayForeseen = (
  files: readonly ExplainedFile[],
  answered: Answered,
  colour: boolean,
): string => [...sayFiles(files, colour), '', ...sayFoot(answered)].join('\n')

export const sayForeseenTasks = (
  tasks: readonly { readonly id: string; readonly files: readonly ExplainedFile[] }[],
  answered: Answered,
  colour: boolean,
): string =>
  [
    ...tasks.flatMap(({ id, files }) => [paint(colour).bold(id), ...sayFiles(files, colour), '']),
    ...sayFoot(answered),
  ].join('\n')

const MOST_EVIDENCE = 2
/** Less would be told as 0 %. */
const LEAST_TOLD = 0.005

function sayFiles(files: readonly ExplainedFile[], colour: boolean): readonly string[] {
  const likely = files.filter(({ p }) => p >= LEAST_TOLD)
  if (likely.length === 0) return ['  Nothing in the history or the files resembles this text.']
  const style = paint(colour)
  return likely.flatMap(({ path, p, evidence }) => [
    `  ${sayChance(p)}  ${oneLineOf(path)}`,
    ...evidence.slice(0, MOST_EVIDENCE).map((one) => style.dim(`          ${sayEvidence(one)}`)),
  ])
}

const sayChance = (p: number): string => `${String(Math.round(p * 100)).padStart(3)} %`

const sayFoot = (answered: Answered): readonly string[] => [
  sayStanding(answered),
  ...sayReranking(answered.reranking),
]

function sayReranking(reranking: Reranking | null): readonly string[] {
  if (reranking === null) return []
  const { by, because, usage } = reranking
  const tokens = tokensOf(usage)
  const cost = usage.costUsd === null ? '' : `, ${formatCost(usage.costUsd, estimatedIn(usage))}`
  return [
    ...(because === null ? [] : [`${NOT_JUDGED[by === null ? 'none' : 'some']}: ${because}.`]),
    ...(by === null ? [] : [`The files were judged by ${by}.`]),
    ...(tokens === 0 ? [] : [`That used ${formatTokens(tokens)} tokens${cost}.`]),
  ]
}

const NOT_JUDGED = {
  none: 'No model has judged these files, so this is the answer of the history alone',
  some: 'Some files were not judged by the model',
} as const

const ENOUGH = 20

function sayStanding({ commit, standing: { commits, recall10, outcomes } }: Answered): string {
  const runs =
    outcomes === 0
      ? ''
      : `, and from ${sayCount(outcomes, 'task')} of your runs that ${outcomes === 1 ? 'is' : 'are'} not in it yet`
  const at = `This is from the history up to ${commit.slice(0, 9)}${runs}.`
  if (commits < ENOUGH) return `${at} The history is too short to say how right this is.`
  return `${at} On your last ${sayCount(commits, 'commit')} that changed up to 10 files: ${percentOf(recall10)} of the changed files were among the first ten.`
}

const MOST_PAIRS = 10

export function sayCollisions(pairs: readonly Pair[], colour: boolean): string {
  const told = pairs.filter(({ p }) => p >= USUAL_WARN_ABOVE)
  const fewer = pairs.length - told.length
  const others = fewer === 0 ? [] : [`  ${sayCount(fewer, 'more pair')}: unlikely`]
  if (told.length === 0)
    return ['No two tasks are likely to touch a common file.', ...others].join('\n')
  const style = paint(colour)
  return [
    `${style.bold('Most likely to touch a common file')} (${ABOUT_CHANCES})`,
    ...told.slice(0, MOST_PAIRS).map(({ tasks, p, files }) => {
      const where = files.length === 0 ? '' : style.dim(`  ${files.map(oneLineOf).join(', ')}`)
      return `  ${tasks.join(' and ')}: ${sayLikely(p)}${where}`
    }),
    ...(told.length > MOST_PAIRS
      ? [`  ${sayCount(told.length - MOST_PAIRS, 'more pair')}: not as likely`]
      : []),
    ...others,
  ].join('\n')
}
