/** What Claude Code does with its tools, in one line for people. */
import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import type { Question } from '../../core/agent/sign.ts'

export interface Deed {
  readonly name: string
  readonly what: string
  /** Two deeds have the same signature when name and input are the same. */
  readonly signature: string
}

type Input = Readonly<Record<string, unknown>>

const LONGEST = 200

export function deedOf(name: string, rawInput: unknown, directory: string): Deed {
  const input = (rawInput ?? {}) as Input
  const json = JSON.stringify(input)
  const what =
    commandIn(input) ??
    searchIn(input) ??
    fileIn(input, directory) ??
    wordsIn(input) ??
    shortJson(json)
  return { name, what: oneLine(what), signature: `${name}:${short(json)}` }
}

/** A short input stands for itself, and a long one is hashed: most are short. */
const short = (json: string): string =>
  json.length <= LONGEST ? json : createHash('sha1').update(json).digest('hex')

const commandIn = ({ command }: Input): string | null =>
  typeof command === 'string' ? command : null

/** A search names its words first, and then the folder that it looks in. */
const searchIn = ({ pattern, path }: Input): string | null => {
  if (typeof pattern !== 'string') return null
  return typeof path === 'string' ? `${pattern} in ${path}` : pattern
}

/** The fields in which other tools say what they are about, the clearest first. */
const WORDS = ['url', 'query', 'description', 'subject'] as const

const wordsIn = (input: Input): string | null =>
  WORDS.map((name) => input[name]).find((value) => typeof value === 'string') ?? null

export function fileIn(
  { file_path, notebook_path, path }: Input,
  directory: string,
): string | null {
  const file = file_path ?? notebook_path ?? path
  if (typeof file !== 'string') return null
  const inside = relative(directory, file)
  return file.startsWith('/') && !inside.startsWith('..') ? inside : file
}

const shortJson = (json: string): string => (json === '{}' ? '' : json)

const oneLine = (text: string): string =>
  shortened(
    text
      .slice(0, 2 * LONGEST)
      .replaceAll(/\s+/g, ' ')
      .trim(),
    LONGEST,
  )

const shortened = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1)}…` : text

/**
 * The text of a tool result. The result is a text, or a list of parts of which most are texts; of the other
 * parts only the kind is told.
 */
export function textIn(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return (content as readonly Part[])
    .map(({ text, type }) => (typeof text === 'string' ? text : type ? `[${type}]` : ''))
    .filter((text) => text !== '')
    .join('\n')
}

interface Part {
  readonly type?: string
  readonly text?: unknown
}

interface AskedQuestion {
  readonly question?: string
  readonly options?: readonly { readonly label?: string; readonly description?: string }[]
}

/** The question in a call of AskUserQuestion; null: it holds none. Further questions become context of the first. */
export function questionIn(input: unknown): Question | null {
  const { questions = [] } = (input ?? {}) as { readonly questions?: readonly AskedQuestion[] }
  const [first, ...others] = questions
  if (first?.question === undefined) return null
  return {
    decision: first.question,
    options: (first.options ?? []).flatMap(({ label }) => label ?? []),
    context: [...descriptionsOf(first), ...others.map(asContext)].join('\n'),
    area: null,
  }
}

const descriptionsOf = ({ options = [] }: AskedQuestion): readonly string[] =>
  options
    .filter(({ description }) => description !== undefined && description !== '')
    .map(({ label, description }) => `${label}: ${description}`)

const asContext = ({ question = '', options = [] }: AskedQuestion): string =>
  `Also: ${question} (${options.map(({ label }) => label).join(', ')})`
