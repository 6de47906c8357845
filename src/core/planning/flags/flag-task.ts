/** What a person should know about a task before an agent gets it: is it clear, must it be discussed, is it sensitive? */
import { fileNamedBy, normalise } from '../../schedule/glob-overlap.ts'
import type { DraftFlag } from '../plan-draft.ts'
import type { SensitiveArea, SensitiveAreas } from './sensitive-areas.ts'

/** text: what is wanted, in the words of whoever wants it. files: what the task is expected to change. */
export function flagTask(
  text: string,
  files: readonly string[],
  areas: SensitiveAreas,
): readonly DraftFlag[] {
  const wanted = withoutCode(text)
  const flags = [
    ...because('not_ready', whyNotReady(wanted)),
    ...because('needs_design', whyDesign(wanted)),
    ...because('sensitive', whySensitive(withoutExclusions(wanted), files, areas)),
  ]
  return isDecided(text) ? withoutSettled(flags) : flags
}

/** Somebody has written down what was open. */
export const isDecided = (prompt: string): boolean => /^Decided: *\S/m.test(prompt)

/** A decision settles what is open; what is sensitive stays so. */
export const withoutSettled = (flags: readonly DraftFlag[]): readonly DraftFlag[] =>
  flags.filter(({ flag }) => flag === 'sensitive')

const because = (flag: DraftFlag['flag'], why: string | null): readonly DraftFlag[] =>
  why === null ? [] : [{ flag, why }]

/** Question marks in code and addresses ask nothing. */
export const withoutCode = (text: string): string =>
  text
    .replaceAll(/```[^]*?(?:```|$)/g, ' ')
    .replaceAll(/`[^`\n]*`/g, ' code ')
    .replaceAll(/https?:\/\/\S+/g, ' ')

/** What a task shall leave alone does not make it sensitive. */
const withoutExclusions = (text: string): string =>
  text
    .split(/(?<=[.;!?])\s+|\n/)
    .filter((sentence) => !EXCLUDES.test(sentence))
    .join('\n')

const EXCLUDES =
  /\b(?:do not|don't|must not|never|leave (?:[\w\s,]{0,40})alone|out of scope|without touching|not part of|no need)\b/i

const PLACEHOLDERS =
  /\b(?:tbd|tba|tbc|to be (?:defined|decided|determined|discussed|announced|confirmed)|not (?:yet )?(?:clear|decided|defined|known)|unclear|undecided|unknown yet|fixme|details? (?:later|to follow)|waiting (?:for|on) (?:feedback|input|an answer|a decision))\b|\?\?\?|<(?:todo|placeholder|fill in)>/i

const QUESTION = /([^.?!\n]{0,80})\?(?=\s|$|[)\]"'*_])/

/** It has a placeholder or asks a question: somebody has to decide something. */
export const isLeftOpen = (text: string): boolean => whyOpen(withoutCode(text)) !== null

function whyOpen(text: string): string | null {
  const placeholder = PLACEHOLDERS.exec(text)
  if (placeholder) return `It says "${placeholder[0].trim()}".`
  const question = text.includes('?') ? QUESTION.exec(text) : null
  return question && `It asks a question: "${short(`${question[1]!.trim()}?`)}"`
}

function whyNotReady(text: string): string | null {
  const open = whyOpen(text)
  if (open !== null) return open
  const words = text.match(/[\p{L}\p{N}][\p{L}\p{N}'-]*/gu) ?? []
  const telling = words.filter((word) => !SAYS_LITTLE.has(word.toLowerCase()))
  if (telling.length > 0 && words.length > 1) return null
  const said = short(text.trim())
  return said === ''
    ? 'It says nothing about what is wanted.'
    : `"${said}" does not say what is wanted.`
}

/** A text of only these words leaves open what is to be done. */
const SAYS_LITTLE = new Set(
  'a an the and or to of in on for with it its this that some all more our my your is be do make fix fixes fixed bug bugs issue issues problem problems improve improvement improvements better refactor refactoring cleanup clean up stuff things thing misc miscellaneous update updates change changes work performance quality code app system project feature features support handle add new implement etc various other others'.split(
    ' ',
  ),
)

const DESIGN_WORDS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:rfc|design doc(?:ument)?|proposal|adr)\b/i, 'It asks for a design document'],
  [
    /\b(?:design discussion|needs? (?:a )?design|needs? (?:a )?discussion|discuss(?: first)?|agree on|align with)\b/i,
    'It asks for a discussion',
  ],
  [
    /\b(?:decide|choose between|choose (?:a|an|the|which|one)|pick (?:a|an|one)|evaluate|compare (?:the )?options|figure out|investigate|explore|research|spike|trade-?offs?)\b/i,
    'Something has to be decided first',
  ],
  [
    /\b(?:should we|could we|do we want|options?:|alternatives?:|open questions?)\b/i,
    'It has an open question',
  ],
  [
    /\b(?:re-?architect\w*|rearchitect\w*|redesign|rethink|rewrite (?:the )?(?:whole|entire|core)|from scratch)\b/i,
    'It changes how things are built',
  ],
  [
    /\b(?:breaking changes?|public api|backwards?[- ]incompatib\w+|deprecat\w+)\b/i,
    'It changes what others rely on',
  ],
]

function whyDesign(text: string): string | null {
  for (const [words, why] of DESIGN_WORDS) {
    const found = words.exec(text)
    if (found) return `${why} ("${found[0].toLowerCase()}").`
  }
  return null
}

function whySensitive(
  text: string,
  files: readonly string[],
  areas: SensitiveAreas,
): string | null {
  const words = wordsIn(text)
  const said = { words, set: new Set(words) }
  const touched = Object.entries(areas).flatMap(([name, area]) => touches(name, area, said, files))
  return touched.length === 0 ? null : `It touches ${touched.join(' and ')}.`
}

function touches(
  name: string,
  area: SensitiveArea,
  said: Said,
  files: readonly string[],
): readonly string[] {
  const word = area.words.find((one) => isSaid(one, said))
  if (word !== undefined) return [`${name} ("${word}")`]
  const file = files.find((one) => area.files.some((glob) => isInArea(glob, one)))
  return file === undefined ? [] : [`${name} (${file})`]
}

/** Only what a path says for sure: a glob as wide as `src/**` is no sign that a task touches every area below it. */
function isInArea(glob: string, file: string): boolean {
  const folder = /^([^*?{[]*)\/[^/]*[*?{[]/.exec(file)?.[1]
  const sure = folder ?? (/[*?{[]/.test(file) ? '' : file.replace(/\/+$/, ''))
  return sure !== '' && namedBy(glob)(normalise(sure))
}

const knownGlobs = new Map<string, (file: string) => boolean>()

/** The same few globs are compared with the files of every task. */
function namedBy(glob: string): (file: string) => boolean {
  const isNamed = knownGlobs.get(glob) ?? fileNamedBy(glob)
  knownGlobs.set(glob, isNamed)
  return isNamed
}

/** The words of a text in their order, and as a set. */
interface Said {
  readonly words: readonly string[]
  readonly set: ReadonlySet<string>
}

/** Whether the words stand in the text one after another; the last may have an ending. */
function isSaid(phrase: string, { words, set }: Said): boolean {
  const { first, lastForms } = knownPhrase(phrase)
  const isLast = (word: string | undefined): boolean => word !== undefined && lastForms.has(word)
  if (first.length === 0) return lastForms.values().some((form) => set.has(form))
  if (!set.has(first[0]!)) return false
  return words.some(
    (_, at) => first.every((word, i) => words[at + i] === word) && isLast(words[at + first.length]),
  )
}

interface Phrase {
  readonly first: readonly string[]
  readonly lastForms: ReadonlySet<string>
}

const known = new Map<string, Phrase>()

/** The same few phrases are looked for in every task. */
function knownPhrase(phrase: string): Phrase {
  const words = known.has(phrase) ? [] : wordsIn(phrase)
  const made = known.get(phrase) ?? { first: words.slice(0, -1), lastForms: formsOf(words.at(-1)) }
  known.set(phrase, made)
  return made
}

/** "invoices", "invoiced" and "invoicing" are forms of "invoice". */
function formsOf(word: string | undefined): ReadonlySet<string> {
  if (word === undefined) return new Set()
  const endings = ['', 's', 'es', 'd', 'ed', 'ing'].map((ending) => `${word}${ending}`)
  return new Set([...endings, word.replace(/e$/, 'ing'), word.replace(/y$/, 'ies')])
}

const wordsIn = (text: string): readonly string[] =>
  text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []

const LONGEST_QUOTE = 60

const short = (text: string): string =>
  text.length <= LONGEST_QUOTE ? text : `${text.slice(0, LONGEST_QUOTE).trimEnd()}…`
