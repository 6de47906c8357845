/** Finds what is wanted in plain sentences: lists within a sentence, and what each sentence asks for. */
import { cleanLine } from '../check/draft-text.ts'
import { deedOfTool, deedsIn, stepsIn } from './deeds-in-sentence.ts'
import { asNames, listIn, type ListInSentence } from './list-in-sentence.ts'
import { capitalised, plainWords } from './said-about.ts'
import {
  DOES,
  EXPLAINS,
  IMPERATIVE,
  isLabelled,
  isQuestion,
  isTopic,
  isWholeProduct,
  MODAL,
  NEXT,
  PRODUCT,
} from './sentence-kinds.ts'
import { sharedWords, topicWords } from './topic-words.ts'
import { wish, type Wish } from './wish.ts'

export interface Prose {
  /** What the whole is, from the first sentence. */
  readonly head: string
  readonly wishes: readonly Wish[]
  /** How all of it is to be done: "Use PostgreSQL", "Billing must not be affected". */
  readonly constraints: readonly string[]
  /** Questions about the whole: "Should it work offline?" after a list of features. */
  readonly questions: readonly string[]
  /** Sentences that neither ask for something nor tell more about a wish. */
  readonly left: readonly string[]
}

const MOST_WISHES = 24

/** "We take orders by phone, so we would like a website": what is wanted comes last. */
export const REASON =
  /^.+?\b(?:we|i)(?:['’]d| would) (?:like|love) (?=an? )|^.+?\b(?:so|therefore|which is why|that is why|that['’]s why) (?:we|i) (?:need|want) (?=an? )/i

/** "Let the parser read ..." asks of a part of the program what an imperative would. */
const LET = /^let (?:the|our|an?) /i

/** "Add an endpoint that returns the version, test it and document it" has no list after "that". */
function listOf(first: string): ListInSentence {
  const list = listIn(first)
  const [begin = '', ...others] = list.parts
  const areDeeds =
    IMPERATIVE.test(first) &&
    !IMPERATIVE.test(begin) &&
    others.some((part) => IMPERATIVE.test(part))
  return areDeeds ? { head: first, parts: [] } : list
}

/** What stands before a wish. */
export const POLITE =
  /^(?:please |(?:we|i) (?:need|want|have|would like|would love|plan) to |(?:we|i)['’]d (?:like|love) to |let['’]?s )/i

export function readProse(prose: string): Prose {
  const sentences = sentencesOf(prose)
  const [begin = '', ...others] = sentences
  const first = begin.replace(REASON, '').replace(POLITE, '')
  const constraints = others.filter((sentence) => HOW.test(sentence))
  const rest = others.filter((sentence) => !HOW.test(sentence))
  const hasSteps = rest.some((sentence) => stepsIn(sentence).length > 1)
  const { head, parts } = listOf(first)
  const does = parts.length === 0 ? [] : deedOfTool(head)
  const listed = [...does, ...asNames(parts, first)].map((part) => wish(part, first))

  const isListOfDeeds =
    parts.length === 0 && [IMPERATIVE, MODAL, LET].some((words) => words.test(first))
  const deeds = isListOfDeeds
    ? deedsIn(first).filter(({ own }, at) => at > 0 || !isWholeProduct(own))
    : []
  const isTopic = parts.length === 0 && isOneOfTopics(first, rest)
  const own = isTopic ? [wish(first, first)] : deeds
  const begun = { wishes: [...listed, ...(hasSteps ? [] : own)], questions: [], left: [] }
  const isOnlySaid = begun.wishes.length === 0 && !PRODUCT.test(first) && SAYS_HOW_IT_IS.test(first)
  const { wishes: found, questions, left } = rest.reduce(withSentence, begun)
  const all = isOnlySaid ? aboutWhatWasSaid(found, first) : found
  const wishes = hasSteps
    ? all.map((one) => ({ ...one, text: `${first}. ${one.text}`, own: `${one.own}. ${first}` }))
    : all
  const isOnlyHead = own.length === 1 && listed.length === 0 && all.length === 1
  return {
    head: cleanLine(head),
    wishes: isOnlyHead ? [] : wishes.slice(0, MOST_WISHES),
    constraints,
    questions,
    left: [...left, ...wishes.slice(MOST_WISHES).map(({ own: words }) => words)],
  }
}

/** What sentences beside a list say: about all of it, or something that the list does not have. */
export function readBeside(
  prose: string,
  isCovered: (sentence: string) => boolean,
): Pick<Prose, 'constraints' | 'left'> {
  const sentences = sentencesOf(prose).filter((sentence) => !isCovered(sentence))
  const asks = (sentence: string): boolean =>
    !sentence.endsWith(':') && !PRODUCT.test(sentence) && IMPERATIVE.test(sentence)
  return {
    constraints: sentences.filter((sentence) => HOW.test(sentence)),
    left: sentences.filter((sentence) => !HOW.test(sentence) && asks(sentence)),
  }
}

/** "The file src/server.js has grown to 3000 lines" asks for nothing by itself. */
const SAYS_HOW_IT_IS = /^(?:the|our|my|this|these) [^,]{2,80}? (?:has|have|is|are|was|were)\b/i

/** What the first wish calls "it" was named before. */
function aboutWhatWasSaid(wishes: readonly Wish[], said: string): readonly Wish[] {
  const [one, ...others] = wishes
  if (one === undefined) return []
  const file = /(?:^|\s)([\w./-]*\w\.[a-z]\w{0,4})(?=\s|$)/.exec(said)?.[1]
  const name =
    file === undefined ? one.name : one.name.replace(/^(\w+) (?:it|this)\b/, `$1 ${file}`)
  return [{ ...one, name, text: `${said}. ${one.text}`, own: `${said}. ${one.own}` }, ...others]
}

const HOW =
  /^(?:please )?(?:use|using|written in|it (?:should|must) (?:use|be written in|run on|work on))\b.*\b(?:typescript|javascript|node|python|django|flask|fastapi|go|rust|java|kotlin|ruby|rails|php|c\+\+|c#|\.net|swift|react|vue|svelte|angular|next\.?js|postgres\w*|mysql|sqlite|mongodb|redis|docker|kubernetes|linux|windows|bash|html|phones?|mobiles?|tablets?|(?:every|all) browsers?)\b|^[^,]{1,100}\b(?:must|should|may|shall) not\b|^[^,]{1,100}\b(?:must|should|shall) (?:keep|continue|still|stay|remain)\b|^(?:do not|don't|never|leave)\b|^(?:please )?no (?!one\b|longer\b)[a-z]|^keep\b.*\b(?:is|are|unchanged|alone|compatible)$/i

const MOST_SENTENCES = 400
const LONGEST_SENTENCE = 600

const sentencesOf = (prose: string): readonly string[] =>
  prose
    .split(/\n{2,}/)
    .flatMap((paragraph) => paragraph.replaceAll('\n', ' ').split(/(?<=[.!?;])\s+(?=\S)/))
    .flatMap(inClauses)
    .flatMap((sentence) => sentence.split(AFTER_OPEN_TOPIC))
    .slice(0, MOST_SENTENCES)
    .map((sentence) =>
      inFewWords(cleanLine(plainWords(sentence.slice(0, LONGEST_SENTENCE))).replace(/[.;]+$/, '')),
    )
    .filter((sentence) => /[\p{L}\p{N}]{2}/u.test(sentence))

/** "Search: TBD, and a dark mode": what is open is the search, and not the mode. */
const AFTER_OPEN_TOPIC =
  /(?<=:\s(?:tbd|tba|tbc|\?\?\?|to be (?:defined|decided|determined|discussed)))\s*,\s+(?:and\s+)?(?=\S)/i

/** A sentence without an end is divided where it goes on with another thought. */
const inClauses = (sentence: string): readonly string[] =>
  sentence.length <= LONG_SENTENCE
    ? [sentence]
    : sentence.split(/,\s+(?:(?:and|but|so)\s+(?:also\s+)?|also\s+)(?=\S+\s+\S)/i)

const LONG_SENTENCE = 300

/** "While you are at it, remove ..." and "I'd like it split into ..." ask like any other sentence. */
const inFewWords = (sentence: string): string =>
  sentence
    .replace(/^while (?:you|we)(?: are|['’]re) (?:at it|there),? (?:please )?(?=\S)/i, '')
    .replace(
      /^(?:i|we)(?:['’]d| would) (?:like|want|love) (it|them|this) (split|moved|renamed|removed|replaced|rewritten)\b/i,
      (_, what: string, done: string) => `${capitalised(BARE[done.toLowerCase()] ?? done)} ${what}`,
    )
    .replace(/^(?:i|we)(?:['’]d| would) (?:like|love) you to (?=\S)/i, '')
    .replace(
      /^it would be (?:great|nice|good|cool|helpful|useful) if (\S.{0,60}?) could (?=\S)/i,
      '$1 can ',
    )
    .replace(/^it would be (?:great|nice|good|cool|helpful|useful) (?:if|to) (?=\S)/i, '')

const BARE: Readonly<Record<string, string>> = {
  moved: 'move',
  renamed: 'rename',
  removed: 'remove',
  replaced: 'replace',
  rewritten: 'rewrite',
}

/** The first of several short topics is one of them; a product is what all of them are about. */
const isOneOfTopics = (first: string, rest: readonly string[]): boolean =>
  (isTopic(first) || isLabelled(first)) &&
  !PRODUCT.test(first) &&
  rest.some((sentence) => isTopic(sentence) || isLabelled(sentence))

interface Read {
  readonly wishes: readonly Wish[]
  readonly questions: readonly string[]
  readonly left: readonly string[]
}

/** A sentence that asks for nothing new tells more about the wish before it. */
function withSentence(read: Read, sentence: string): Read {
  const { wishes, questions, left } = read
  const more = wishesIn(sentence)
  const last = wishes.at(-1)
  if (last !== undefined && asksAboutAll(sentence, last, wishes))
    return { ...read, questions: [...questions, sentence] }
  if (more.length > 0 && (last === undefined || !explains(sentence, last)))
    return { ...read, wishes: [...wishes, ...more] }
  if (last === undefined) return { ...read, left: [...left, sentence] }
  const text = `${last.text}. ${sentence}`
  const told = { ...last, text, own: `${last.own}. ${sentence}` }
  return { ...read, wishes: [...wishes.slice(0, -1), told] }
}

/** After a list, "it" is not the last of its parts. */
const asksAboutAll = (sentence: string, last: Wish, wishes: readonly Wish[]): boolean =>
  isQuestion(sentence) &&
  /\bit\b/i.test(sentence) &&
  wishes.filter(({ text }) => text === last.text).length > 1 &&
  sharedWords(topicWords(sentence), topicWords(last.own)) === 0

/** "The limits can be set" and "Should it be red?" are about what was wanted before. */
const explains = (sentence: string, { own }: Wish): boolean =>
  /^(?:it|they|this|these) (?:(?:should|must|shall|can|may) )?(?:be|is|are)\b/i.test(sentence) ||
  (isQuestion(sentence) &&
    (/\b(?:it|its|they|them|their|this|that|these|those)\b/i.test(sentence) ||
      sharedWords(topicWords(sentence), topicWords(own)) > 0)) ||
  (/^(?:the|these|those|this|that|its|their)\b/i.test(sentence) &&
    !/^the (?:users?|system|app|application|site|program|tool|service|server)\b/i.test(sentence) &&
    sharedWords(topicWords(sentence.split(' ').slice(0, 4).join(' ')), topicWords(own)) > 0)

const WE_WANT =
  /^(?:(?:at some point|some ?day|one day|later|eventually),? )?(?:we|i)(?: also)? (?:want|need) (?!to )/i
const NEEDED_BY_ALL = /^(?:all|every|each)\b.*\b(?:needs?|requires?)\b/i

/** A sentence that explains something asks for nothing. */
function wishesIn(sentence: string): readonly Wish[] {
  if (isQuestion(sentence)) return [wish(sentence, sentence)]
  if (EXPLAINS.test(sentence) && !MODAL.test(sentence)) return []
  const steps = stepsIn(sentence)
  if (steps.length > 1) return steps.map((step, i) => wish(step, sentence, i > 0))
  const { head, parts } = listIn(sentence)
  const isLongList = parts.length >= 3 && head.split(' ').length <= 12
  if (isLongList) return asNames(parts, sentence).map((part) => wish(part, sentence))
  if (
    !MODAL.test(sentence) &&
    !IMPERATIVE.test(sentence.replace(NEXT, '').replace(/^(?:and|also|plus),? /i, '')) &&
    !/^there (?:is|are|will)\b/i.test(sentence) &&
    !DOES.test(sentence) &&
    !NEEDED_BY_ALL.test(sentence) &&
    !WE_WANT.test(sentence) &&
    !isLabelled(sentence) &&
    !isTopic(sentence)
  ) {
    return []
  }
  const deeds = IMPERATIVE.test(sentence) ? deedsIn(sentence) : []
  const areApart = deeds.length > 1 && deeds.every(({ own }) => own.split(' ').length >= 3)
  return areApart ? deeds : [wish(sentence, sentence)]
}
