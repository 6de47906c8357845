/** What an entry of a list says about itself beside its work: its key, issue, priority, estimate, and what it comes after. */
import type { Priority } from '../../plan/plan.ts'
import { readEstimate } from '../check/draft-estimate.ts'
import { readPriority } from '../check/draft-priority.ts'
import { cleanLine, cutText } from '../check/draft-text.ts'

export interface SaidAbout {
  readonly name: string
  /** As people refer to it: `T1`, `AUTH-3`. */
  readonly key: string | null
  readonly issue: number | null
  readonly priority: Priority | null
  readonly estimateSeconds: number | null
  /** References to what comes before, as they are written. */
  readonly after: readonly Reference[]
  /** References to what comes after it. */
  readonly before: readonly Reference[]
}

export interface Reference {
  readonly words: string
  /** "depends on" can only mean a task; "after" may be a part of the sentence. */
  readonly isSure: boolean
}

const STRONG =
  'depends? (?:up)?on|dependent on|depending on|dependenc(?:y|ies)\\s*:|blocked by|blocked on|waits? (?:for|on)|waiting (?:for|on)|prerequisites?\\s*:?|must (?:come|happen|be done) after|only after|builds? on(?: top of)?|deps?\\s*:|after\\s*:|needs\\s*:|requires\\s*:|hängt ab von|abhängig von|setzt voraus|blockiert durch|nach\\s*:|benötigt\\s*:'
const WEAK = 'after|requires|needs|once|following|when|nach(?= (?:#|schritt |aufgabe ))'

const strongPattern = new RegExp(
  `[([]?\\s*(?:${STRONG})(?:\\s+?:?|:)\\s*([^\\n.;)\\]]+)[)\\]]?`,
  'gi',
)
const weakPattern = new RegExp(`[([,]?\\s*\\b(?:${WEAK})\\b\\s+([^\\n.;,)\\]]+)[)\\]]?`, 'gi')
const beforePattern =
  /[([,]?\s*\b(?:blocks|before|must (?:come|happen|be done) before|needed (?:by|for))\b:?\s+([^\n.;)\]]+)[)\]]?/gi

const KEY =
  /^\[?([A-Z][A-Za-z]{0,9}-?\d{1,5}|[a-z][\w]*[-_]\d{1,4}|[A-Z](?=[:.)]\s))\]?(?::|\)| -| –|\.(?=\s)|\s(?=[A-Z]))\s*/

/** "As a manager I want to see holidays so that ..." is about seeing holidays. */
export const withoutRole = (text: string): string =>
  text
    .replace(
      /^as (?:an? |the )?[^,.]{1,40}?,? (?:i|we) (?:want|need|would like|can|should)(?: to(?: be able to)?)? /i,
      '',
    )
    .replace(/^as (?:an? |the )?[^,.]{1,40}, (?:i|we) /i, '')
    .replace(/,? so (?:that )?(?:i|we|they|it|my|our|the)\b.*$/i, '')

/** Nobody names a thing or what it comes after further back than this; and rules take long on endless lines. */
const MOST_READ = 400

export function saidAbout(text: string): SaidAbout {
  const [whole = '', ...more] = text.split('\n')
  const line = whole.slice(0, MOST_READ)
  const issue = /^(?:[\w.-]+\/[\w.-]+)?#(\d+)\b|\(#(\d+)\)\s*$|\/issues\/(\d+)\b/.exec(line)
  const issueNumber = issue ? Number(issue[1] ?? issue[2] ?? issue[3]) : null
  const withoutIssue = line
    .replace(/^(?:[\w.-]+\/[\w.-]+)?#\d+\s*[:.–-]?\s*/, '')
    .replace(/\s*\(#\d+\)\s*$/, '')
    .replace(/\s*\(?https?:\/\/\S+\/issues\/\d+\)?\s*/, ' ')
  const plain = plainWords(codeFirst(withoutIssue))
  const key = KEY.exec(plain)?.[1] ?? null
  const titled = plain.replace(KEY, '')
  const lead = BOLD_LEAD.exec(withoutIssue)?.[1]
  return {
    name: lead === undefined ? nameFrom(titled, withoutIssue.startsWith('`')) : nameFrom(lead),
    key,
    issue: issueNumber !== null && issueNumber > 0 ? issueNumber : null,
    priority: priorityIn(titled),
    estimateSeconds: estimateIn(titled),
    ...referencesIn([titled, ...more].join('\n')),
  }
}

/** "**The login fails** (high) - only in Safari": what is bold is the name, and the rest tells more. */
const BOLD_LEAD = /^\*\*([^*]*\S\s[^*]*)\*\*\s*(?:[(–—-]|$)/

/** "`keep list` shows what was saved" is about the command: its name and what it does. */
const codeFirst = (line: string): string =>
  line.replace(
    /^`([^`<[{]+?)\s*(?:[<[{][^`]*)?`\s*[:–-]?\s+/,
    (_, code: string) => `${code.replace(ARGUMENTS, '')}: `,
  )

/** "grep PATTERN FILES..." is the command grep. */
const ARGUMENTS = /(?<=[a-z])(?:\s+[A-Z][A-Z_]+(?:\.\.\.)?)+$/

export function referencesIn(said: string): Pick<SaidAbout, 'after' | 'before'> {
  const text = said
    .split('\n')
    .slice(0, 40)
    .map((line) => line.slice(0, MOST_READ))
    .join('\n')
  const sure = [...text.matchAll(strongPattern)].map(([, words]) => ({
    words: words!.trim(),
    isSure: true,
  }))
  const rest = text.replaceAll(strongPattern, ' ')
  const doubtful = [...rest.matchAll(weakPattern)].map(([whole, words]) => ({
    words: words!.trim(),
    isSure:
      /^[([]/.test(whole.trim()) ||
      /^#\d|^(?:tasks?|steps?|items?|phases?) \d/i.test(words!.trim()),
  }))
  const before = [...rest.matchAll(beforePattern)].map(([, words]) => ({
    words: words!.trim(),
    isSure: false,
  }))
  return { after: [...sure, ...doubtful], before }
}

/** Without what it says about the tasks before it: the files of those are not its own. */
export const withoutReferences = (text: string): string =>
  text.replaceAll(strongClause, ' ').replaceAll(afterClause, ' ')

/** The dot of `router.ts` ends no sentence. */
const TO_END = '(?:(?![.;)\\]](?:\\s|$))[^\\n]){1,400}'
const strongClause = new RegExp(`\\b(?:${STRONG})(?=[\\s:])${TO_END}`, 'gi')
const afterClause = new RegExp(`[,([] {0,3}(?:after|once)\\b${TO_END}`, 'gi')

const LONGEST_PLAIN = 1500

/** Without the marks of Markdown. For single lines and sentences. */
export const plainWords = (text: string): string =>
  cleanLine(
    text
      .slice(0, LONGEST_PLAIN)
      .replaceAll(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
      .replaceAll(
        /<\/?(?:br|b|i|u|em|strong|code|a|p|div|span|img|sub|sup|kbd|details|summary|h\d|li|ul|ol|table|tr|t[dh])\b[^>]*>/gi,
        ' ',
      )
      .replaceAll(/(\*\*|__|~~|`)/g, '')
      .replaceAll(/(?<![\w*])\*(\S[^*]*?)\*(?!\w)/g, '$1'),
  )

const LONGEST_NAME = 80

const PRIORITY =
  /[([]\s*(?:priority\s*:?\s*)?(p[0-5]|critical|urgent|high|medium|low|must|should|could|optional|nice[- ]to[- ]have)(?:[- ]?(?:priority|have))?\s*[)\]]|\bpriority\s*[:=]?\s*([a-z0-9]+)/i
const ESTIMATE =
  /[([~]\s*(?:est(?:imate)?\.?:?\s*)?~?((?:\d+(?:\.\d+)?\s*(?:-|–|to)\s*)?\d+(?:\.\d+)?\s*(?:m|min|mins|minutes?|h|hrs?|hours?|d|days?|w|weeks?|pts?|points?)|xs|s|m|l|xl)\s*[)\]]|\best(?:imate)?\s*[:=]\s*([\w. -]+?)(?=[,;)\]]|$)/i

const priorityIn = (text: string): Priority | null => {
  const [, bracketed, spoken] = PRIORITY.exec(text) ?? []
  return readPriority(bracketed ?? spoken)?.priority ?? null
}

const estimateIn = (text: string): number | null => {
  const [, bracketed, spoken] = ESTIMATE.exec(text) ?? []
  const seconds = readEstimate(bracketed ?? spoken)
  return seconds !== null && seconds > 0 ? seconds : null
}

/** How formal requirements begin. */
const SHALL =
  /^(?:the )?(?:system|application|app|software|product|service|tool|program) (?:shall|must|should|will|can) (?:be able to |let |allow )?/i

const strongEnd = new RegExp(`\\s*[,;([–-]*\\s*(?:${STRONG}).*$`, 'i')

/** The name of a command stays as it is typed. */
function nameFrom(text: string, isCode = false): string {
  const bare = text
    .replace(PRIORITY, ' ')
    .replace(ESTIMATE, ' ')
    .replaceAll(/\s*[([]\s*(?:after|needs|requires|once|before|blocks)\b[^)\]]*[)\]]/gi, ' ')
    .replace(strongEnd, '')
    .replace(/,?\s+(?:after|once|needs|requires) (?:#|[A-Z]+-?)\d+.*$/, '')
    // "..., after the storage" tells the order; the quotation of the requirements keeps it.
    .replace(/,\s+(?:after|once)\s+[^,;]+$/i, '')
    .replace(/[\s,;–-]+after (?:everything|all)(?: (?:the )?(?:else|others?|rest|above))\b.*$/i, '')
    .replaceAll(/@[\w-]+/g, ' ')
  const line = withoutRole(cleanLine(bare))
    .replace(SHALL, '')
    .replace(/^[\s:–-]+|[\s:;,.–-]+$/g, '')
  const name = cutText(firstSentence(line), LONGEST_NAME)
  return isCode ? name : capitalised(name)
}

/** "Search: find entries by word" is a name and its explanation; a colon early in the text ends the name. */
const firstSentence = (line: string): string => {
  const sentence = line.split(/(?<=[^.\d\s]{3})\.\s/)[0]!
  const [title, explanation] = sentence.split(/(?:\s[–—-]|:)\s+/, 2)
  const isTitle = explanation !== undefined && title!.split(' ').length <= 6 && sentence.length > 70
  return isTitle && title!.split(' ').length >= 2 ? title! : sentence
}

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
