/** Words a plan that was just made: the analysis, what would happen, what was written, and what to type next. */
import { formatCost } from '../core/value/money.ts'
import { estimatedIn, tokensOf, type Usage } from '../core/agent/usage.ts'
import type { PlanDraft } from '../core/planning/plan-draft.ts'
import type { PlanOverview } from '../core/planning/plan-overview.ts'
import { sayCount } from '../core/say/say-count.ts'
import { sayOverview } from './say-overview.ts'

export interface PlannedToSay {
  readonly draft: PlanDraft
  readonly overview: PlanOverview
  readonly kept: {
    readonly isNew: boolean
    readonly diff: readonly string[]
    readonly kept: readonly string[]
  }
  readonly warnings: readonly string[]
  readonly spent: Usage
}

/** Paths as words for a shell. */
export interface PlannedPlaces {
  readonly file: string
  readonly whole: string
  readonly backup: string | null
}

export function sayPlanned(planned: PlannedToSay, places: PlannedPlaces): string {
  const { draft, overview, kept, warnings, spent } = planned
  const { analysis } = draft
  return [
    `${draft.name}: ${analysis.complexity}, ${sayCount(analysis.taskCount, 'task')}, planned ${sayBy(draft)}`,
    ...(analysis.reasons === '' ? [] : [analysis.reasons]),
    ...sayOthers(overview.num_tasks - draft.tasks.length, overview.num_tasks),
    '',
    sayOverview(overview),
    ...list('Not known', analysis.unknowns),
    ...list('Notes', [...draft.notes, ...warnings]),
    ...saySpent(spent),
    '',
    ...sayChanges(kept),
    kept.isNew || kept.diff.length > 0
      ? `Wrote ${places.file} and ${places.whole}.`
      : `${places.file} stays as it is; wrote ${places.whole}.`,
    ...(places.backup === null || kept.diff.length === 0
      ? []
      : [`To undo: cp ${places.backup} ${places.file}`]),
  ].join('\n')
}

export const sayAfterPlanning = (
  file: string,
  { agents }: PlanOverview,
  isRefused: boolean,
): string =>
  [
    `Read and change it: ${file}. Then:`,
    `  conductor plan show ${file}`,
    `  conductor run ${file} -p ${agents.recommended}${isRefused ? '   (refused until you settle what the notes say)' : ''}`,
  ].join('\n')

/** The rest of the answer is about the file, and a person may have tasks in it. */
const sayOthers = (others: number, all: number): readonly string[] =>
  others <= 0
    ? []
    : [
        `The file had ${sayCount(others, 'other task')} before, and keeps ${others === 1 ? 'it' : 'them'}: what follows is about all ${all}.`,
      ]

const sayBy = ({ madeBy: { backend, model } }: PlanDraft): string =>
  backend === 'offline' ? 'offline' : `by ${model ?? backend}`

const MOST = 8

const list = (label: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0
    ? []
    : [
        '',
        `${label}:`,
        ...lines.slice(0, MOST).map((line) => `  - ${line}`),
        ...(lines.length > MOST ? [`  and ${lines.length - MOST} more`] : []),
      ]

function saySpent(usage: Usage): readonly string[] {
  const tokens = tokensOf(usage)
  if (tokens === 0 && usage.costUsd === null) return []
  const cost =
    usage.costUsd === null
      ? 'at a price that is not known'
      : formatCost(usage.costUsd, estimatedIn(usage))
  return ['', `Planning used ${tokens} tokens, ${cost}.`]
}

const sayChanges = ({ isNew, diff, kept }: PlannedToSay['kept']): readonly string[] =>
  isNew
    ? []
    : [
        ...(diff.length === 0
          ? ['The new plan changes nothing.']
          : ['Changes:', ...diff.map((line) => `  ${line}`)]),
        ...(kept.length === 0
          ? []
          : ['Your own changes stay:', ...kept.map((line) => `  ${line}`)]),
        '',
      ]
