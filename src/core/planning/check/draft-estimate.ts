/** Estimates as planners give them: seconds, "2hrs", "1-2 hours", "half a day", "medium", "XL". */
import { parseDuration } from '../../value/duration.ts'

/** Seconds of work of one agent. */
export const SIZES = { tiny: 300, small: 900, medium: 1800, large: 3600, huge: 7200 } as const

export type Size = keyof typeof SIZES

const SIZE_WORDS: Readonly<Record<Size, readonly string[]>> = {
  tiny: ['tiny', 'trivial', 'xs', 'minimal', 'very small', 'very low'],
  small: ['small', 's', 'low', 'easy', 'short', 'simple', 'quick'],
  medium: ['medium', 'm', 'moderate', 'normal', 'average', 'mid'],
  large: ['large', 'l', 'high', 'big', 'hard', 'long', 'complex'],
  huge: ['huge', 'xl', 'xxl', 'very large', 'very high', 'very complex', 'epic'],
}

const SECONDS_OF_WORD: ReadonlyMap<string, number> = new Map(
  Object.entries(SIZE_WORDS).flatMap(([size, words]) =>
    words.map((word) => [word, SIZES[size as Size]] as const),
  ),
)

/** People plan days of eight hours and weeks of five days. */
const WORKING_UNITS: readonly (readonly [RegExp, number])[] = [
  [/^w(?:ee)?ks?$/, 40 * 3600],
  [/^d(?:ays?)?$/, 8 * 3600],
  [/^(?:story ?)?(?:points?|pts?|sp)$/, 1800],
  [/^months?$/, 160 * 3600],
]

/** Seconds, or null when the value says no length of time. May be 0 or negative, as it was said. */
export function readEstimate(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string' || value.length > 100) return null
  const text = value
    .trim()
    .toLowerCase()
    .replace(
      /^(?:about|approx\.?|approximately|around|roughly|ca\.?|~|<|>|up to|at most|size:?|effort:?)\s*/,
      '',
    )
    .replace(/^(?:a )?half (?:a |an )?/, '0.5 ')
    .replace(/^an? /, '1 ')
    .replace(/ (?:effort|size|task|sized|work)$/, '')
  return SECONDS_OF_WORD.get(text) ?? rangeOf(text) ?? workingTime(text) ?? parseDuration(text)
}

/** "30min - 1hr", "2-3 hours": the middle. */
function rangeOf(text: string): number | null {
  const range = /^(\d+(?:\.\d+)?) *([a-z]*) *(?:-|–|to) *(\d+(?:\.\d+)?) *([a-z]+)$/.exec(text)
  if (!range) return null
  const [, low, lowUnit, high, unit] = range
  const from = readEstimate(`${low} ${lowUnit === '' ? unit : lowUnit}`)
  const to = readEstimate(`${high} ${unit}`)
  return from === null || to === null ? null : (from + to) / 2
}

function workingTime(text: string): number | null {
  const [, count, word] = /^(\d+(?:\.\d+)?) *([a-z ]+)$/.exec(text) ?? []
  const unit = WORKING_UNITS.find(([pattern]) => word !== undefined && pattern.test(word))
  return unit === undefined ? null : Number(count) * unit[1]
}
