/** Reads the labels of an issue: priority, size, and whether the issue is ready to be worked on. */
import type { Priority } from '../../plan/plan.ts'
import { readEstimate } from '../../planning/check/draft-estimate.ts'
import { cleanLine } from '../../planning/check/draft-text.ts'
import type { DraftFlag } from '../../planning/plan-draft.ts'

/** Labels have a kind and a value: `priority: high`, `size/S`, `P1`, `kind/bug`. */
const valueOf = (label: string): string =>
  cleanLine(label)
    .toLowerCase()
    .replace(/^(?:priority|prio|severity|sev|size|effort|estimate|kind|type|status)[\s:/=-]+/, '')
    .replaceAll(/[^\p{L}\p{N}\s.-]/gu, '')
    .trim()

const PRIORITIES: readonly (readonly [Priority, RegExp])[] = [
  [1, /^(?:p0|p1|critical|urgent|highest|blocker|high|high[- ]priority|asap|security|regression)$/],
  [2, /^(?:p2|important|major|bug|defect|crash)$/],
  [3, /^(?:p3|medium|normal|moderate)$/],
  [4, /^(?:p4|minor|enhancement|feature|documentation|docs)$/],
  [5, /^(?:p5|low|lowest|low[- ]priority|trivial|someday|nice[- ]to[- ]have|chore)$/],
]

/** A label about the kind of an issue (bug, feature) counts less than a label about its priority. */
const KINDS =
  /^(?:bug|defect|crash|security|regression|enhancement|feature|documentation|docs|chore)$/

/** null: no label names a priority. */
export function priorityIn(labels: readonly string[]): Priority | null {
  const values = labels.map(valueOf)
  const withoutKinds = values.filter((value) => !KINDS.test(value))
  return highest(withoutKinds) ?? highest(values)
}

function highest(values: readonly string[]): Priority | null {
  const match = PRIORITIES.find(([, words]) => values.some((value) => words.test(value)))
  return match === undefined ? null : match[0]
}

const SIZED = /^(?:size|effort|estimate|t-shirt)[\s:/=-]+(.+)$/i

/** Seconds; null: no label names a size. Only labels such as "size: low" count, because "low" may be a priority. */
export function estimateIn(labels: readonly string[]): number | null {
  const sizes = labels.flatMap((label) => {
    const [, size] = SIZED.exec(cleanLine(label)) ?? []
    const seconds = size === undefined ? null : readEstimate(size)
    return seconds === null || seconds <= 0 ? [] : [seconds]
  })
  return sizes[0] ?? null
}

const NOT_READY =
  /^(?:blocked|on hold|needs?[- ](?:info(?:rmation)?|more info|triage|repro(?:duction)?|decision|clarification|details)|question|triage|wont ?fix|duplicate|invalid|waiting.*|unclear|draft)$/
const NEEDS_DESIGN =
  /^(?:needs?[- ](?:design|rfc|discussion|proposal|spec)|design|rfc|discussion|proposal)$/
const READY = /^(?:ready(?:[- ](?:for|to)[- ].*)?|accepted|approved)$/

/** A label says that the issue is ready. Only people with rights in the repository can set labels. */
export const isCalledReady = (labels: readonly string[], ready: readonly string[]): boolean =>
  labels.some((label) => READY.test(valueOf(label)) || ready.includes(label))

export const flagsByLabel = (labels: readonly string[]): readonly DraftFlag[] =>
  FLAGS.flatMap(([flag, words]) => {
    const label = labels.find((one) => words.test(valueOf(one)))
    return label === undefined ? [] : [{ flag, why: `It has the label "${cleanLine(label)}".` }]
  })

const FLAGS = [
  ['not_ready', NOT_READY],
  ['needs_design', NEEDS_DESIGN],
] as const
