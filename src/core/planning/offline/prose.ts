/** Finds what is wanted in plain sentences: lists within a sentence, and what each sentence asks for. */
import { cleanLine, cutText } from '../draft-text.ts'
import { isLeftOpen } from '../flag-task.ts'
import { capitalised, plainWords, withoutRole } from './said-about.ts'
import { sharedWords, topicWords } from './topic-words.ts'

interface Wish {
  readonly name: string
  /** The sentence it comes from. */
  readonly text: string
  /** The words of the sentence that are about it alone. */
  readonly own: string
  /** It comes after the wish before it ("then", "after that"). */
  readonly isNext: boolean
}

export interface Prose {
  /** What the whole is, from the first sentence. */
  readonly head: string
  readonly wishes: readonly Wish[]
  /** How all of it is to be done: "Use PostgreSQL", "Billing must not be affected". */
  readonly constraints: readonly string[]
  /** Sentences that neither ask for something nor tell more about a wish. */
  readonly left: readonly string[]
}

const MOST_WISHES = 24

export function readProse(prose: string): Prose {
  const sentences = sentencesOf(prose)
  const [begin = '', ...others] = sentences
  const first = begin.replace(
    /^(?:please |we (?:need|want|have) to |i (?:need|want|would like) to |let'?s )/i,
    '',
  )
  const constraints = others.filter((sentence) => HOW.test(sentence))
  const rest = others.filter((sentence) => !HOW.test(sentence))
  const hasSteps = rest.some((sentence) => stepsIn(sentence).length > 1)
  const { head, parts } = listIn(first)
  const listed = asNames(parts, first).map((part) => wish(part, first))

  const isListOfDeeds = parts.length === 0 && (IMPERATIVE.test(first) || MODAL.test(first))
  const deeds = isListOfDeeds
    ? deedsIn(first).filter(({ own }, at) => at > 0 || !isWholeProduct(own))
    : []
  const isTopic = parts.length === 0 && isOneOfTopics(first, rest)
  const own = isTopic ? [wish(first, first)] : deeds
  const begun = { wishes: [...listed, ...(hasSteps ? [] : own)], left: [] }
  const { wishes: all, left } = rest.reduce(withSentence, begun)
  const wishes = hasSteps
    ? all.map((one) => ({ ...one, text: `${first}. ${one.text}`, own: `${one.own}. ${first}` }))
    : all
  const isOnlyHead = own.length === 1 && listed.length === 0 && all.length === 1
  return {
    head: cleanLine(head),
    wishes: isOnlyHead ? [] : wishes.slice(0, MOST_WISHES),
    constraints,
    left: [...left, ...wishes.slice(MOST_WISHES).map(({ own: words }) => words)],
  }
}

const HOW =
  /^(?:please )?(?:use|using|written in|it (?:should|must) (?:use|be written in|run on|work on))\b.*\b(?:typescript|javascript|node|python|django|flask|fastapi|go|rust|java|kotlin|ruby|rails|php|c\+\+|c#|\.net|swift|react|vue|svelte|angular|next\.?js|postgres\w*|mysql|sqlite|mongodb|redis|docker|kubernetes|linux|windows|bash|html)\b|^[^,]{1,60}\b(?:must|should|may|shall) not\b/i

/** "First we copy, then we switch, finally we clean up" */
function stepsIn(sentence: string): readonly string[] {
  if (!/^first\b/i.test(sentence)) return []
  return sentence
    .replace(/^first(?:ly)?,?\s+/i, '')
    .split(/,?\s*(?:and\s+)?\b(?:then|finally|after that|afterwards|lastly)\b,?\s*/i)
    .filter((part) => /[\p{L}\p{N}]{2}/u.test(part))
}

interface Read {
  readonly wishes: readonly Wish[]
  readonly left: readonly string[]
}

/** A sentence that asks for nothing new tells more about the wish before it. */
function withSentence({ wishes, left }: Read, sentence: string): Read {
  const more = wishesIn(sentence)
  const last = wishes.at(-1)
  if (more.length > 0 && (last === undefined || !explains(sentence, last)))
    return { wishes: [...wishes, ...more], left }
  if (last === undefined) return { wishes, left: [...left, sentence] }
  const text = `${last.text}. ${sentence}`
  return {
    wishes: [...wishes.slice(0, -1), { ...last, text, own: `${last.own}. ${sentence}` }],
    left,
  }
}

/** "The limits can be set" and "Should it be red?" are about what was wanted before. */
const explains = (sentence: string, { own }: Wish): boolean =>
  /^(?:it|they|this|these) (?:(?:should|must|shall|can|may) )?(?:be|is|are)\b/i.test(sentence) ||
  (isQuestion(sentence) &&
    (/\b(?:it|its|they|them|their|this|that|these|those)\b/i.test(sentence) ||
      sharedWords(topicWords(sentence), topicWords(own)) > 0)) ||
  (/^(?:the|these|those|this|that|its|their)\b/i.test(sentence) &&
    !/^the (?:users?|system|app|application|site|program|tool|service|server)\b/i.test(sentence) &&
    sharedWords(topicWords(sentence.split(' ').slice(0, 4).join(' ')), topicWords(own)) > 0)

const isQuestion = (sentence: string): boolean => sentence.endsWith('?')

/** "Search: TBD", "Archive: a page for each year": a name, and what is said about it. */
const isLabelled = (sentence: string): boolean =>
  /^[\p{L}\p{N}][^:,.?!]{1,40}:\s+\S/u.test(sentence) && !REMARK.test(sentence)

const REMARK =
  /^(?:notes?|n\.?b\.?|p\.?s\.?|examples?|e\.g\.?|i\.e\.?|hints?|tips?|important|warning|caution|background|reasons?|context|constraints?|stack|tech stack|deadline|budget|see(?: also)?|remember|assumptions?|goals?|why)\b[^:]{0,20}:/i

const MOST_TOPIC_WORDS = 4

/** "Comments", "Dark mode": a thing without a word about it. */
const isTopic = (sentence: string): boolean =>
  sentence.split(' ').length <= MOST_TOPIC_WORDS &&
  !/[,:?!]/.test(sentence) &&
  !NO_TOPIC.test(sentence) &&
  !EXPLAINS.test(sentence) &&
  !MODAL.test(sentence) &&
  !DOES.test(sentence)

const NO_TOPIC =
  /^(?:thanks?|thank you|please|nothing|none|no|not|only|just|same|as|like|see|ok|okay|yes|and|or|but|so|if|when|because|with|without|for|in|on|at|by|from|it|its|they|their|he|she|we|you|i|all|done|good|great|one|two|that'?s)\b|\b(?:is|are|was|were|be|been|has|have|had|does|do|did|isn't|aren't|doesn't|don't|stores?|shows?|works?|fails?|breaks?|happens?)\b/i

/** The first of several short topics is one of them; a product is what all of them are about. */
const isOneOfTopics = (first: string, rest: readonly string[]): boolean =>
  (isTopic(first) || isLabelled(first)) &&
  !PRODUCT.test(first) &&
  rest.some((sentence) => isTopic(sentence) || isLabelled(sentence))

const MOST_SENTENCES = 400
const LONGEST_SENTENCE = 600

const sentencesOf = (prose: string): readonly string[] =>
  prose
    .split(/\n{2,}/)
    .flatMap((paragraph) => paragraph.replaceAll('\n', ' ').split(/(?<=[.!?;])\s+(?=\S)/))
    .slice(0, MOST_SENTENCES)
    .map((sentence) =>
      cleanLine(plainWords(sentence.slice(0, LONGEST_SENTENCE))).replace(/[.;]+$/, ''),
    )
    .filter((sentence) => /[\p{L}\p{N}]{2}/u.test(sentence))

const wish = (part: string, text: string, isNext = false): Wish => ({
  name: nameOf(part),
  text,
  own: part,
  isNext: isNext || NEXT.test(part) || /\b(?:afterwards|after that)$/i.test(part),
})

const NEXT = /^(?:and )?(?:then|afterwards|after that|finally|next|lastly)\b,?\s*/i

const SUBJECT =
  /^(?:(?:and |also |then |finally |next |please |in addition |additionally |furthermore ),?)*(?:(?:a |an |the |all |every |each |registered |logged-in |our )*(?:users?|customers?|visitors?|people|admins?|administrators?|players?|members?|system|app|application|site|program|tool|service|server|it|they|we|you|i|others|everyone|there|authors?|teachers?|students?|managers?|staff|guests?|owners?|editors?|developers?)\s+)?(?:(?:can|could|should|must|shall|may|will|needs? to|has to|have to|wants? to|would like to|is able to|are able to|is|are|also|be able to|want|need|needs)\s+)*(?:also )?/i

const LONGEST_NAME = 70

const nameOf = (part: string): string => {
  if (isQuestion(part)) return capitalised(cutText(cleanLine(part), LONGEST_NAME))
  const bare = withoutRole(
    cleanLine(part.replace(NEXT, '').replace(/,?\s+(?:afterwards|after that|finally)$/i, '')),
  )
    .replace(SUBJECT, '')
    .replace(/^(?:and|or|also|with|plus|a|an|the|some|to)\s+/i, '')
  const said = bare === '' ? cleanLine(part) : bare
  const words = isLabelled(said) && isLeftOpen(said) ? said.slice(0, said.indexOf(':')) : said
  return capitalised(cutText(words.replace(/[\s,:;.!–-]+$/, ''), LONGEST_NAME))
}

/** "Build a recipe site" is the whole and not a part of it. */
const isWholeProduct = (text: string): boolean =>
  /^(?:please )?(?:build|create|develop|make|write|design|we (?:want|need)|i (?:want|need))\s+(?:me |us )?(?:an? |our |the )?(?:[\w-]+ ){0,4}(?:app|application|site|website|tool|platform|service|system|game|shop|store|library|api|program|pipeline|dashboard|bot|portal|cli|extension|converter)\b/i.test(
    text,
  )

const PRODUCT =
  /\b(?:apps?|application|site|website|tool|platform|service|system|game|shop|store|library|program|pipeline|bot|portal|cli|extension|converter|clone|e-?commerce)\b/i

const MODAL =
  /\b(?:can|should|must|shall|needs? to|has to|have to|wants? to|will|supports?|allows?|lets)\b/i
const IMPERATIVE =
  /^(?:please )?(?:adapt|add|adjust|allow|apply|automate|build|change|clean|combine|configure|connect|convert|correct|create|delete|deploy|deprecate|design|detect|disable|display|document|drop|enable|encrypt|ensure|export|expose|extend|extract|fix|generate|hide|highlight|implement|import|improve|install|integrate|introduce|load|lower|make|merge|migrate|move|notify|optimi[sz]e|paginate|polish|port|prevent|provide|publish|rate[- ]limit|rebuild|redesign|redirect|reduce|refactor|reject|release|remove|rename|reorgani[sz]e|replace|report|restructure|restyle|retry|return|revert|rewrite|save|secure|send|serve|set up|shorten|show|simplify|sort|speed up|split|stop|store|support|switch|sync|test|tidy|track|translate|unify|update|upgrade|use|validate|verify|warn|write)\b/i

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
    !IMPERATIVE.test(sentence.replace(NEXT, '')) &&
    !/^there (?:is|are|will)\b/i.test(sentence) &&
    !DOES.test(sentence) &&
    !isLabelled(sentence) &&
    !isTopic(sentence)
  ) {
    return []
  }
  return [wish(sentence, sentence)]
}

/** "It sends mails", "Admins remove entries": a subject that does something. */
const DOES =
  /^(?:the |all |every |each |registered )*(?:users?|customers?|visitors?|people|admins?|administrators?|players?|members?|system|app|application|site|program|tool|service|server|it|they|others|everyone|authors?|teachers?|students?|managers?|staff|guests?)\s+\w+/i

const EXPLAINS =
  /^(?:this|that|these|because|since|currently|today|now|at the moment|for example|e\.g\.|note|the reason|we (?:currently|already|have|are|were)|our (?:team|company)|it is|it's|there was)\b/i

/** Deeds that are joined in one sentence: "Rename the option, update the docs and release it". */
function deedsIn(sentence: string): readonly Wish[] {
  const pieces = sentence.split(
    /(\s*;\s*|\s*,\s*(?:and\s+)?(?:then\s+)?|\s+and\s+then\s+|\s+then\s+|\s+and\s+)/i,
  )
  const deeds: string[] = []
  for (let at = 0; at < pieces.length; at += 2) {
    const part = pieces[at]!
    const isApart = /[,;]/.test(pieces[at - 1] ?? '')
    const bare = part.replace(NEXT, '').replace(SUBJECT, '')
    const isDeed = IMPERATIVE.test(bare) || (isApart && (ACTS_ON.test(bare) || isOpenTopic(part)))
    if (isDeed || deeds.length === 0) deeds.push(part)
    else deeds[deeds.length - 1] += `, ${part}`
  }
  const isOrdered = /\bthen\b|\bafterwards\b|\bafter that\b/i.test(sentence)
  return deeds.map((deed, i) => wish(deed, sentence, isOrdered && i > 0))
}

/** "rate limit the login": a word or two that no list of verbs has, and what it is done to. */
const ACTS_ON =
  /^(?!(?:a|an|the|all|every|each|both|our|its|their|this|that|these|those|so|if|when|where|while|which|who|whose|with|without|for|to|from|in|on|of|at|by|as|like|including|but|or|not|only|even|using|after|before|because|since|unless|until|than|is|are|per|plus)\b)[a-z]{2,}(?:[- ](?!(?:on|in|of|to|for|with|from|at|by|as|and|or|is|are|that|which|into|over|under|per)\b)[a-z]+)? (?:the|an?|all|every|each|our|its|their) [\p{L}\p{N}]/u

const isOpenTopic = (part: string): boolean => isLabelled(part) && isLeftOpen(part)

/** What introduces a list, the surest first, with the fewest parts that make it one. */
const LIST_WORDS: readonly (readonly [RegExp, number])[] = [
  [/(?::|\s[–—-])\s/, 3],
  [
    /\s(?:with|including|includes|featuring|supporting|offering|consisting of|covering|that (?:has|have|supports?|can|lets (?:you|users|people)|allows (?:you|users|people) to)|which (?:has|have|can|supports?))\s/i,
    1,
  ],
  [/\s(?:that|which)\s/i, 2],
  [/\sfor\s/i, 3],
]

interface ListInSentence {
  readonly head: string
  readonly parts: readonly string[]
}

/** "A todo app with login and sharing": what stands before "with", and the parts after it. */
function listIn(sentence: string): ListInSentence {
  for (const [words, fewest] of LIST_WORDS) {
    const found = words.exec(sentence)
    const parts = found ? partsOf(sentence.slice(found.index + found[0].length)) : []
    if (found && parts.length >= fewest) return { head: sentence.slice(0, found.index), parts }
  }
  return { head: sentence, parts: [] }
}

const SHARED_NOUN =
  /^(.+?)\s+(commands?|subcommands?|pages|screens|endpoints|sections|modules|views|options|flags|reports|services)$/i

/** "add, list and remove commands" are three commands; "that ingests files, cleans them" is to ingest and to clean. */
function asNames(parts: readonly string[], sentence: string): readonly string[] {
  const [, last, noun] = SHARED_NOUN.exec(parts.at(-1) ?? '') ?? []
  const isShared =
    parts.length > 1 &&
    last !== undefined &&
    parts.slice(0, -1).every((part) => !part.includes(' '))
  const whole = isShared
    ? [...parts.slice(0, -1), last].map((part) => `${part} ${noun!.replace(/s$/i, '')}`)
    : parts
  return DOES_PARTS.test(sentence) ? whole.map(asDeed) : whole
}

const DOES_PARTS = /\b(?:that|which|it)\s+[a-z]+s\b/i

const asDeed = (part: string): string =>
  part.replace(
    /^((?:then |finally |also )?)([a-z]{3,}s)\b(?= |$)/,
    (_, before: string, verb: string) => before + bareVerb(verb),
  )

function bareVerb(verb: string): string {
  if (verb.endsWith('ies')) return `${verb.slice(0, -3)}y`
  return /(?:ch|sh|x|ss|zz)es$/.test(verb) ? verb.slice(0, -2) : verb.slice(0, -1)
}

const LONGEST_PART = 14

/** With commas only the last part is divided at "and": "train and test it, serve it and watch it" are three. */
function partsOf(list: string): readonly string[] {
  const whole = list.replaceAll(/\([^)]*\)/g, (inside) =>
    inside.replaceAll(',', COMMA).replaceAll(' and ', AND),
  )
  const byComma = whole.split(/\s*,\s*(?:(?:and|or|as well as)\s+)?/i)
  const last = byComma.at(-1)!.split(/\s+and\s+(?:then\s+)?|\s+as well as\s+|\s+plus\s+|\s*&\s+/i)
  const isAndLast = /,\s*and\s+[^,]*$/i.test(whole)
  return [...byComma.slice(0, -1), ...(isAndLast ? [byComma.at(-1)!] : last)]
    .map((part) => part.replaceAll(COMMA, ',').replaceAll(AND, ' and ').trim())
    .filter((part) => /[\p{L}\p{N}]{2}/u.test(part) && part.split(' ').length <= LONGEST_PART)
}

const COMMA = '\u0001'
const AND = '\u0002'
