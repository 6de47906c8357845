/** The kinds of values that our files hold; each field says in plain words what it expects. */
import { z } from 'zod'
import { LONGEST_DURATION, parseDuration } from '../core/value/duration.ts'
import { parseSize } from '../core/value/size.ts'
import type { RefusalParams } from './check-value.ts'

/** Refuses a value; expected completes the sentence '"key" must be ...'. */
type Refuse = (expected: string, hint?: string) => never

export const field = <T>(read: (value: unknown, refuse: Refuse) => T) =>
  z.unknown().transform((input, context): T =>
    read(input, (message, hint) => {
      const params: RefusalParams = { hint: hint ?? null }
      context.issues.push({ code: 'custom', message, params: { ...params }, input })
      return z.NEVER
    }),
  )

export const text = (longest = Infinity) =>
  field((value, refuse) => {
    if (typeof value === 'number') return refuse('text', `put it in quotes: "${value}"`)
    if (typeof value !== 'string') return refuse('text')
    if (value.trim() === '') return refuse('text that says something')
    if (value.includes('\0')) return refuse('text without NUL characters')
    return value.length <= longest ? value : refuse(`text of at most ${longest} characters`)
  })

export const matching = (pattern: RegExp, expected: string) =>
  field((value, refuse) => {
    if (typeof value === 'string' && pattern.test(value)) return value
    return typeof value === 'number'
      ? refuse(expected, `put it in quotes: "${value}"`)
      : refuse(expected)
  })

export const repository = matching(/^[\w.-]+\/[\w.-]+$/, 'a repository as owner/name')

export const yesNo = field((value, refuse) =>
  typeof value === 'boolean' ? value : refuse('true or false'),
)

export const integer = (min: number, max: number) =>
  field((value, refuse) => {
    const fits = typeof value === 'number' && Number.isInteger(value) && isWithin(value, min, max)
    return fits ? value : refuse(`a whole number ${sayRange(min, max)}`)
  })

export const number = (min: number, max: number) =>
  field((value, refuse) =>
    typeof value === 'number' && isWithin(value, min, max)
      ? value
      : refuse(`a number ${sayRange(min, max)}`),
  )

export const positiveNumber = field((value, refuse) =>
  typeof value === 'number' && value > 0 && Number.isFinite(value)
    ? value
    : refuse('a number greater than 0'),
)

const isWithin = (value: number, min: number, max: number): boolean => value >= min && value <= max

const sayRange = (min: number, max: number): string =>
  max >= Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`

export const oneOf = <const Word extends string>(...words: readonly Word[]) =>
  field(
    (value, refuse) => words.find((word) => word === value) ?? refuse(`one of ${words.join(', ')}`),
  )

/** In seconds: a number is in seconds, and text names its unit. */
export const duration = (min = 0, max = LONGEST_DURATION) =>
  field((value, refuse) => readDuration(value, refuse, { min, max }))

/** Refuses large numbers: old example files gave delays in milliseconds, which would be waits of hours. */
export const delay = (min = 0) =>
  field((value, refuse) =>
    typeof value === 'number' && value >= 1000
      ? refuse('seconds', `this looks like milliseconds; write ${value / 1000}, or "${value}s"`)
      : readDuration(value, refuse, { min, max: LONGEST_DURATION }),
  )

interface Bounds {
  readonly min: number
  readonly max: number
}

function readDuration(value: unknown, refuse: Refuse, { min, max }: Bounds): number {
  const seconds = typeof value === 'string' ? parseDuration(value) : value
  if (typeof seconds !== 'number' || !Number.isFinite(seconds)) {
    return refuse('a duration such as 45m, 1h30m or 90s')
  }
  if (seconds <= 0) return refuse('longer than zero')
  if (seconds < min) return refuse(`${min} seconds at least`)
  if (seconds <= max) return seconds
  return refuse(max === LONGEST_DURATION ? '30 days at most' : `${max} seconds at most`)
}

/** In bytes: always with a unit, because a bare number could be bytes or megabytes. */
export const size = field((value, refuse) => {
  const bytes = typeof value === 'string' ? parseSize(value) : null
  const hint = typeof value === 'number' ? `say the unit: "${value}MB"` : undefined
  return bytes !== null && bytes > 0 ? bytes : refuse('a size such as 512MB, 4GB or 2GiB', hint)
})

/** Environment variables; numbers and yes/no become the text a shell would see. */
export const environment = z
  .record(
    z.string(),
    field((value, refuse) =>
      ['string', 'number', 'boolean'].includes(typeof value) && !String(value).includes('\0')
        ? String(value)
        : refuse('text'),
    ),
  )
  .superRefine((variables, context) => {
    for (const name of Object.keys(variables).filter((name) => !/^[A-Za-z_]\w*$/.test(name))) {
      const params: RefusalParams = { isSentence: true }
      const message = `"${name}" cannot name an environment variable`
      context.addIssue({ code: 'custom', path: [name], message, params: { ...params } })
    }
  })

/** A list, where a single entry may stand alone. */
export const listOrOne = <S extends z.ZodType>(entry: S) =>
  z.preprocess((value) => (typeof value === 'string' ? [value] : value), z.array(entry))
