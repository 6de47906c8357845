/** Colours for source code: comments, texts, numbers and words of the language, found by a few rules per language. */

type CodePart = 'comment' | 'string' | 'number' | 'word' | 'plain'

export interface CodeToken {
  readonly part: CodePart
  readonly text: string
}

interface Language {
  /** What begins a comment that ends with its line. */
  readonly line: readonly string[]
  readonly block: readonly [begin: string, end: string] | null
  readonly quotes: string
  readonly words: ReadonlySet<string>
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

const C_LIKE = { line: ['//'], block: ['/*', '*/'], quotes: `"'\`` } as const
const HASH = { line: ['#'], block: null, quotes: `"'` } as const

const SCRIPT: Language = {
  ...C_LIKE,
  words: words(
    'abstract as async await break case catch class const continue default delete do else enum export extends false finally for from function if implements import in instanceof interface keyof let new null of private protected public readonly return satisfies static super switch this throw true try type typeof undefined var void while yield',
  ),
}

const COMPILED: Language = {
  ...C_LIKE,
  quotes: `"'`,
  words: words(
    'auto bool boolean break byte case catch chan char class const continue crate default defer do double else enum extends extern false final finally float fn for func go goto if impl import in int interface let long loop map match mod mut namespace new nil null package private protected pub public range return self select short signed sizeof static string struct super switch template this throw throws trait true try type typedef union unsafe unsigned use using var virtual void volatile where while',
  ),
}

const PYTHON: Language = {
  ...HASH,
  words: words(
    'and as assert async await break class continue def del elif else except False finally for from global if import in is lambda None nonlocal not or pass raise return self True try while with yield',
  ),
}

const SHELL: Language = {
  ...HASH,
  words: words(
    'begin case def do done elif else elsif end esac export false fi for function if in local module nil require return then true unless until while',
  ),
}

const STYLE: Language = { line: [], block: ['/*', '*/'], quotes: `"'`, words: words('important') }
const DATA: Language = { ...HASH, line: ['#', '//'], words: words('true false null yes no') }

const LANGUAGES: Readonly<Record<string, Language>> = {
  ...allOf('ts tsx js jsx mjs cjs mts cts', SCRIPT),
  ...allOf('c h cc cpp hpp cs go java kt rs swift scala php dart', COMPILED),
  ...allOf('py pyi', PYTHON),
  ...allOf('sh bash zsh rb pl mk', SHELL),
  ...allOf('css scss less', STYLE),
  ...allOf('json yaml yml toml ini', DATA),
}

function allOf(endings: string, language: Language): Readonly<Record<string, Language>> {
  return Object.fromEntries(endings.split(' ').map((ending) => [ending, language]))
}

/** null: the language is not known, and the text stays as it is. */
export function languageOf(path: string): Language | null {
  const ending = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(LANGUAGES, ending) ? LANGUAGES[ending]! : null
}

/** Lines that follow each other; a comment may go on over several of them. */
export function highlight(
  lines: readonly string[],
  language: Language,
): readonly (readonly CodeToken[])[] {
  let isInside = false
  return lines.map((line) => {
    const tokens: CodeToken[] = []
    let at = 0
    while (at < line.length) {
      const token = isInside ? restOfBlock(line, language) : nextToken(line, at, language)
      isInside = token.isOpen
      tokens.push({ part: token.part, text: token.text })
      at += token.text.length
    }
    return tokens
  })
}

interface Found extends CodeToken {
  /** A comment that goes on in the next line. */
  readonly isOpen: boolean
}

function restOfBlock(line: string, { block }: Language): Found {
  const end = line.indexOf(block![1])
  return end < 0
    ? { part: 'comment', text: line, isOpen: true }
    : { part: 'comment', text: line.slice(0, end + block![1].length), isOpen: false }
}

function nextToken(line: string, at: number, language: Language): Found {
  const { line: marks, block, quotes, words: known } = language
  const rest = line.slice(at)
  if (marks.some((mark) => rest.startsWith(mark)))
    return { part: 'comment', text: rest, isOpen: false }
  if (block !== null && rest.startsWith(block[0])) {
    const end = rest.indexOf(block[1], block[0].length)
    const text = end < 0 ? rest : rest.slice(0, end + block[1].length)
    return { part: 'comment', text, isOpen: end < 0 }
  }
  if (quotes.includes(rest[0]!)) return { part: 'string', text: quoted(rest), isOpen: false }
  const word = /^[A-Za-z_$][\w$]*/.exec(rest)?.[0]
  if (word !== undefined)
    return { part: known.has(word) ? 'word' : 'plain', text: word, isOpen: false }
  const number = /^\d[\w.]*/.exec(rest)?.[0]
  if (number !== undefined) return { part: 'number', text: number, isOpen: false }
  return { part: 'plain', text: rest[0]!, isOpen: false }
}

function quoted(rest: string): string {
  const quote = rest[0]!
  for (let i = 1; i < rest.length; i++) {
    if (rest[i] === '\\') i++
    else if (rest[i] === quote) return rest.slice(0, i + 1)
  }
  return rest
}
