/** Parses text into YAML nodes, within limits that keep a hostile file from taking all memory. */
import { Composer, Lexer, Parser } from 'yaml'
import type { CST, Document, Node, YAMLError } from 'yaml'

/** Something wrong with the YAML itself, at a position in the text. */
export interface Fault {
  readonly offset: number
  readonly message: string
  readonly hint: string | null
}

interface ParsedYaml {
  readonly root: Node | null
  readonly faults: readonly Fault[]
}

export function parseYaml(text: string): ParsedYaml {
  const bounds: Bounds = { exceeded: null }
  const composer = new Composer({
    prettyErrors: false,
    uniqueKeys: false,
    schema: 'core',
    merge: false,
  })
  const tokens = tokensWithin(bounds, text)
  const documents: readonly Document[] = [...composer.compose(tokens, true, text.length)]
  if (bounds.exceeded !== null) return { root: null, faults: [bounds.exceeded] }
  const errors = documents.flatMap(({ errors, warnings }) => [...errors, ...warnings])
  const faults = [...withoutEchoes(errors).map(syntaxFault), ...secondDocument(documents)]
  return { root: documents[0]?.contents ?? null, faults }
}

interface Bounds {
  exceeded: Fault | null
}

/** A plan of ten thousand tasks has about half a million tokens; ten million would fill the memory. */
const MOST_TOKENS = 2_000_000
const DEEPEST = 100

function* tokensWithin(bounds: Bounds, text: string): Generator<CST.Token> {
  const parser = new Parser()
  let count = 0
  for (const lexeme of new Lexer().lex(text)) {
    const message = tooMuch(parser.stack.length, count++)
    if (message !== null) {
      bounds.exceeded = { offset: parser.offset, message, hint: null }
      return
    }
    yield* parser.next(lexeme)
  }
  yield* parser.end()
}

function tooMuch(depth: number, count: number): string | null {
  if (depth > DEEPEST) return `the nesting goes deeper than ${DEEPEST} levels`
  return count > MOST_TOKENS ? `this file has more than ${MOST_TOKENS} words and signs` : null
}

const secondDocument = ([, second]: readonly Document[]): readonly Fault[] =>
  second === undefined
    ? []
    : [
        {
          offset: second.range?.[0] ?? 0,
          message: 'a second document starts here; one file holds one document',
          hint: 'remove the "---", or put the rest into a file of its own',
        },
      ]

/** Keeps only the first unexpected token: after it, everything that follows is unexpected too. */
function withoutEchoes(errors: readonly YAMLError[]): readonly YAMLError[] {
  const first = errors.findIndex(({ code }) => code === 'UNEXPECTED_TOKEN')
  return errors.filter(({ code }, i) => code !== 'UNEXPECTED_TOKEN' || i === first)
}

function syntaxFault({ code, message, pos }: YAMLError): Fault {
  const explanation = SYNTAX[code]
  return {
    offset: pos[0],
    message: explanation?.message ?? message,
    hint: explanation?.hint ?? null,
  }
}

/** Our messages where the library's own do not tell a person what to do. */
const SYNTAX: Partial<Record<YAMLError['code'], { message?: string; hint: string }>> = {
  BAD_INDENT: { hint: 'entries of one list or mapping start in the same column' },
  BAD_SCALAR_START: { hint: 'put the value in quotes' },
  BLOCK_AS_IMPLICIT_KEY: {
    message: 'a second key stands on the same line',
    hint: 'put text that contains ": " in quotes, or start a new line',
  },
  MULTILINE_IMPLICIT_KEY: { hint: 'check for a missing colon or quote' },
  TAB_AS_INDENT: { message: 'a tab is used to indent', hint: 'indent with spaces' },
  UNEXPECTED_TOKEN: {
    message: 'this is out of place',
    hint: 'check the brackets and the indentation here and above',
  },
  TAG_RESOLVE_FAILED: { hint: 'leave out the tag (the word that starts with "!")' },
}
