/** What a person should know about a task before an agent gets it: is it clear, must it be discussed, is it sensitive? */
import { withoutLeftAlone } from '../left-alone.ts'
import type { DraftFlag } from '../plan-draft.ts'
import type { SensitiveAreas } from './sensitive-areas.ts'
import { phrasesIn, signsOf } from './signs-of-areas.ts'

/** text: what is wanted, in the user's own words. files: what the task is expected to change. */
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
  withoutLeftAlone(text)
    .split(/(?<=[.;!?])\s+|\n/)
    .filter((sentence) => !EXCLUDES.test(sentence))
    .join('\n')

const EXCLUDES = /\b(?:do not|don't|must not|never|not part of|no need)\b/i

const PLACEHOLDERS =
  /\b(?:tbd|tba|tbc|to be (?:defined|decided|determined|discussed|announced|confirmed)|not (?:yet )?(?:clear|decided|defined|known)|unclear|undecided|unknown yet|fixme|details? (?:later|to follow)|waiting (?:for|on) (?:feedback|input|an answer|a decision))\b|\?\?\?|<(?:todo|placeholder|fill in)>/i

const QUESTION = /([^.?!\n]{0,80})\?(?=\s|$|[)\]"'*_])/

/** The text has a placeholder or asks a question, so a person has to decide something. */
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
  const words = wordsIn(text)
  if (words.some(isTelling) && words.length > 1) return null
  const quote = short(text.trim())
  return quote === ''
    ? 'It says nothing about what is wanted.'
    : `"${quote}" does not say what is wanted.`
}

const wordsIn = (text: string): readonly string[] =>
  text.match(/[\p{L}\p{N}][\p{L}\p{N}'-]*/gu) ?? []

const isTelling = (word: string): boolean => !SAYS_LITTLE.has(word.toLowerCase())

/** "improve things": whatever stands around it, nobody knows what is wanted. */
export const saysNothing = (text: string): boolean =>
  wordsIn(text).length > 0 && !wordsIn(text).some(isTelling)

/** A text of only these words leaves open what is to be done. */
const SAYS_LITTLE = new Set(
  'a an the and or to of in on for with it its this that some all more our my your is be do make fix fixes fixed bug bugs issue issues problem problems improve improvement improvements better refactor refactoring cleanup clean up stuff things thing misc miscellaneous update updates change changes work performance quality code app system project feature features support handle add new implement etc various other others'.split(
    ' ',
  ),
)

const CHANGES_FOR_OTHERS = 'It changes what others rely on'

const DESIGN_WORDS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:rfc|design doc(?:ument)?|proposal|adr)\b/i, 'It asks for a design document'],
  [
    /\b(?:design discussion|needs? (?:a )?design|needs? (?:a )?discussion|discuss(?: first)?|agree on|align with)\b/i,
    'It asks for a discussion',
  ],
  [
    /\b(?:decide|choose between|(?<=^|[.:;\n-] *|\b(?:we|must|to be|have to|has to|need to|first,?) )choose (?:a|an|the|which|one)|pick (?:a|an|one)|evaluate|compare (?:the )?options|figure out|investigate|explore|research|spike|trade-?offs?)\b/i,
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
    CHANGES_FOR_OTHERS,
  ],
]

function whyDesign(text: string): string | null {
  for (const [words, why] of DESIGN_WORDS) {
    const match = words.exec(why === CHANGES_FOR_OTHERS ? withoutExclusions(text) : text)
    if (match) return `${why} ("${match[0].toLowerCase()}").`
  }
  return null
}

function whySensitive(
  text: string,
  files: readonly string[],
  areas: SensitiveAreas,
): string | null {
  const signs = signsOf(areas)
  const phrases = phrasesIn(text, signs)
  const touched = signs.areas.flatMap(({ name, words, names }, at): readonly string[] => {
    if (phrases[at] !== undefined) return [`${name} ("${words[phrases[at]]}")`]
    const file = files.find(names)
    return file === undefined ? [] : [`${name} (${file})`]
  })
  return touched.length === 0 ? null : `It touches ${touched.join(' and ')}.`
}
const LONGEST_QUOTE = 60

const short = (text: string): string =>
  text.length <= LONGEST_QUOTE ? text : `${text.slice(0, LONGEST_QUOTE).trimEnd()}…`
