/** Checks a value against a zod schema and says in plain words what does not fit. */
import type { z } from 'zod'
import { closestWord } from '../core/value/closest-word.ts'
import { complain, didYouMean, type Complaint, type Path } from './problem.ts'
import { keysAt } from './schema-shape.ts'

export type Checked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly complaints: readonly Complaint[] }

/** Other words that people use for a key, where the spelling alone would not lead to it. */
export type Synonyms = Readonly<Record<string, string>>

export function checkValue<S extends z.ZodType>(
  schema: S,
  value: unknown,
  base: Path = [],
  synonyms: Synonyms = {},
): Checked<z.output<S>> {
  const result = schema.safeParse(value, { reportInput: true })
  if (result.success) return { ok: true, value: result.data }
  const say = (issue: z.core.$ZodIssue) => sayIssue(issue, { schema, base, synonyms })
  return { ok: false, complaints: result.error.issues.flatMap(say) }
}

interface Asked {
  readonly schema: z.ZodType
  readonly base: Path
  readonly synonyms: Synonyms
}

function sayIssue(issue: z.core.$ZodIssue, asked: Asked): readonly Complaint[] {
  const path: Path = [...asked.base, ...(issue.path as Path)]
  if (issue.code === 'unrecognized_keys') {
    const keys = keysAt(asked.schema, issue.path as Path)
    return issue.keys.map((key) => unknownKey(key, path, keys, asked.synonyms))
  }
  return [issue.code === 'custom' ? sayRefusal(issue, path) : sayShape(issue, path)]
}

function unknownKey(
  key: string,
  parent: Path,
  keys: readonly string[],
  synonyms: Synonyms,
): Complaint {
  const synonym = synonyms[key.toLowerCase()]
  const suggestion = synonym && keys.includes(synonym) ? synonym : closestWord(key, keys)
  const hint = didYouMean(suggestion) ?? `the keys here are ${keys.join(', ')}`
  return { path: [...parent, key], at: 'key', message: `"${key}" is not a key here`, hint }
}

/** A refusal by one of our own fields (fields.ts), which has already said what it expects. */
function sayRefusal(issue: z.core.$ZodIssueCustom, path: Path): Complaint {
  const { hint = null, isSentence = false } = (issue.params ?? {}) as RefusalParams
  if (isSentence) return complain(path, issue.message, hint)
  return mustBe(path, issue.message, issue.input, hint)
}

export interface RefusalParams {
  readonly hint?: string | null
  readonly isSentence?: boolean
}

function sayShape(issue: z.core.$ZodIssue, path: Path): Complaint {
  const expected = issue.code === 'invalid_type' ? issue.expected : issue.code
  return mustBe(path, SHAPES[expected] ?? expected, issue.input, null)
}

const SHAPES: Readonly<Record<string, string>> = {
  object: 'a mapping (key: value)',
  record: 'a mapping (name: value)',
  array: 'a list',
}

function mustBe(path: Path, expected: string, input: unknown, hint: string | null): Complaint {
  if (path.length === 0 && input === null) return complain(path, 'the file says nothing')
  const subject = nameOf(path)
  if (input === undefined) return complain(path, `${subject} is missing`, hint)
  if (input === null) return complain(path, `${subject} has no value`, NO_VALUE_HINT)
  return complain(path, `${subject} must be ${expected}, not ${show(input)}`, hint)
}

const NO_VALUE_HINT = 'write a value, or remove the line'

function nameOf(path: Path): string {
  const last = path.at(-1)
  if (last === undefined) return 'the file'
  if (typeof last === 'string') return `"${last}"`
  return `item ${last + 1} of ${nameOf(path.slice(0, -1))}`
}

const LONGEST_SHOWN = 40

function show(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'a mapping'
  if (typeof value !== 'string') return `${value as number | boolean}`
  const isLong = value.length > LONGEST_SHOWN
  return JSON.stringify(isLong ? `${value.slice(0, LONGEST_SHOWN)}...` : value)
}
