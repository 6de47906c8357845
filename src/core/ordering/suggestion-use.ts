/** How suggested orderings are used: how often, how quickly, at what cost, and what people think of them. */

export const ENGAGEMENTS = ['clicked', 'shown', 'selected', 'applied', 'cleared', 'queued'] as const

type Engagement = (typeof ENGAGEMENTS)[number]

export type UseEntry =
  | {
      readonly is: 'asked'
      readonly source: AskedSource
      readonly seconds: number
      readonly cost: number | null
    }
  /** seconds: from the click until it was shown. */
  | { readonly is: 'engaged'; readonly event: Engagement; readonly seconds: number | null }
  | ({ readonly is: 'feedback' } & Feedback)

/** failed: Claude was asked alone, and could not answer. */
export type AskedSource = 'offline' | 'claude' | 'cache' | 'failed'

interface Feedback {
  readonly tree_hash: string
  readonly strategy_id: string
  readonly useful: boolean
  /** In ISO form. */
  readonly at: string
}

/** The form in which the use of suggestions is stored and returned by the API. */
export interface SuggestionUse {
  readonly asked: Readonly<Record<AskedSource, number>>
  readonly seconds: Readonly<Record<'offline' | 'claude' | 'display', Timing>>
  readonly cost_usd: number
  readonly engaged: Readonly<Record<Engagement, number>>
  /** By the id of the ordering. */
  readonly feedback: Readonly<Record<string, FeedbackCount>>
  readonly newest_feedback: readonly Feedback[]
}

interface Timing {
  readonly count: number
  readonly total_s: number
  readonly longest_s: number
}

interface FeedbackCount {
  readonly useful: number
  readonly not_useful: number
}

const NEVER: Timing = { count: 0, total_s: 0, longest_s: 0 }

export const NO_USE: SuggestionUse = {
  asked: { offline: 0, claude: 0, cache: 0, failed: 0 },
  seconds: { offline: NEVER, claude: NEVER, display: NEVER },
  cost_usd: 0,
  engaged: { clicked: 0, shown: 0, selected: 0, applied: 0, cleared: 0, queued: 0 },
  feedback: {},
  newest_feedback: [],
}

export function withUse(use: SuggestionUse, entry: UseEntry): SuggestionUse {
  switch (entry.is) {
    case 'asked':
      return {
        ...use,
        asked: { ...use.asked, [entry.source]: use.asked[entry.source] + 1 },
        seconds: withAnswer(use.seconds, entry),
        cost_usd: use.cost_usd + (entry.cost ?? 0),
      }
    case 'engaged':
      return {
        ...use,
        engaged: { ...use.engaged, [entry.event]: use.engaged[entry.event] + 1 },
        seconds:
          entry.seconds === null
            ? use.seconds
            : { ...use.seconds, display: timed(use.seconds.display, entry.seconds) },
      }
    case 'feedback':
      return withFeedback(use, entry)
  }
}

function withAnswer(
  seconds: SuggestionUse['seconds'],
  { source, seconds: took }: Extract<UseEntry, { is: 'asked' }>,
): SuggestionUse['seconds'] {
  const kind = source === 'offline' ? 'offline' : source === 'claude' ? 'claude' : null
  return kind === null ? seconds : { ...seconds, [kind]: timed(seconds[kind], took) }
}

const timed = ({ count, total_s, longest_s }: Timing, seconds: number): Timing => ({
  count: count + 1,
  total_s: total_s + seconds,
  longest_s: Math.max(longest_s, seconds),
})

const MOST_KEPT = 200
/** A client could send any ids; the counts stay small. */
const MOST_IDS = 50

function withFeedback(
  use: SuggestionUse,
  { tree_hash, strategy_id, useful, at }: Feedback,
): SuggestionUse {
  const isKnown = Object.hasOwn(use.feedback, strategy_id)
  const id = isKnown || Object.keys(use.feedback).length < MOST_IDS ? strategy_id : 'other'
  const { useful: yes, not_useful: no } = Object.hasOwn(use.feedback, id)
    ? use.feedback[id]!
    : { useful: 0, not_useful: 0 }
  const count = { useful: yes + (useful ? 1 : 0), not_useful: no + (useful ? 0 : 1) }
  return {
    ...use,
    feedback: { ...use.feedback, [id]: count },
    newest_feedback: [{ tree_hash, strategy_id, useful, at }, ...use.newest_feedback].slice(
      0,
      MOST_KEPT,
    ),
  }
}

/** What Claude's orderings cost each; null: it was never asked. */
export const costPerRequest = ({ asked, cost_usd }: SuggestionUse): number | null =>
  asked.claude + asked.failed === 0 ? null : cost_usd / (asked.claude + asked.failed)
