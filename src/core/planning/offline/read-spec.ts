/** Reads requirements into the things that are wanted, and what is said about all of them. */
import type { Priority } from '../../plan/plan.ts'
import { readEstimate } from '../check/draft-estimate.ts'
import { readPriority } from '../check/draft-priority.ts'
import { cleanText } from '../check/draft-text.ts'
import { sayCount } from '../../say/say-count.ts'
import { readMarkdown, type Table } from './read-markdown.ts'
import { plainWords, referencesIn, saidAbout, type SaidAbout } from './said-about.ts'
import { asMeant } from './meant-sections.ts'
import { sectionsOf, type ItemTree, type Section } from './sections.ts'

/** Something that is wanted, in the words of the requirements. */
export interface Wanted extends SaidAbout {
  /** Everything that is said about it. */
  readonly text: string
  /** The part of that text that is about nothing else. */
  readonly own: string
  readonly details: readonly string[]
  /** The title of its section, when that says something. */
  readonly section: string | null
  /** Its number in a numbered list. */
  readonly number: number | null
  /** Someone wrote it as a task (a box, a table of tasks, an issue), not as a feature of a product. */
  readonly isTask: boolean
  /** The one before it comes first: a step of a procedure. */
  readonly isStep: boolean
  /** The number of its phase; 0: there are no phases. */
  readonly phase: number
}

export interface Spec {
  readonly title: string | null
  readonly wanted: readonly Wanted[]
  /** Text outside of lists, without the parts that are about something else. */
  readonly prose: string
  readonly constraints: readonly string[]
  readonly acceptance: readonly string[]
  readonly outOfScope: readonly string[]
  readonly questions: readonly string[]
  readonly notes: readonly string[]
}

export function readSpec(requirements: string): Spec {
  const told = withoutWordsToModels(requirements)
  const { blocks } = readMarkdown(cleanText(told))
  const { hiddenComments } = readMarkdown(cleanText(requirements))
  const sections = asMeant(sectionsOf(blocks))
  const title = titleOf(sections)
  const items = wantedIn(sections, title)
  const wanted = items.filter((one) => !one.isDone)
  const notes = [
    ...(hiddenComments > 0
      ? [
          `${sayCount(hiddenComments, 'hidden comment')} (<!-- -->) ${hiddenComments === 1 ? 'was' : 'were'} left out.`,
        ]
      : []),
    ...items
      .filter(({ isDone }) => isDone)
      .map(({ name }) => `"${name}" is done already, so it is no task.`),
    ...spokenToModels(requirements).map(
      (line) => `"${line}" is an instruction to a model and not a requirement, so it is left out.`,
    ),
  ]
  const linesOf = (role: Section['role']): readonly string[] =>
    sections.filter((section) => section.role === role).flatMap(linesIn)
  return {
    title,
    wanted,
    prose: proseOf(sections),
    constraints: linesOf('constraints'),
    acceptance: linesOf('acceptance'),
    outOfScope: linesOf('out'),
    questions: linesOf('questions'),
    notes,
  }
}

interface Found extends Wanted {
  readonly isDone: boolean
}

/** Goals count as wanted only when nothing else does. */
function wantedIn(sections: readonly Section[], title: string | null): readonly Found[] {
  const work = sections.filter(({ role }) => role === 'work')
  const phases = phasesOf(work)
  const from = (list: readonly Section[]): readonly Found[] =>
    list.flatMap((section) =>
      fromSection(section, title, {
        phase: phases.get(section) ?? 0,
        isLeafWork: isFeatureDocument(list, title),
      }),
    )
  const items = from(work)
  return items.length > 0 ? items : from(sections.filter(({ role }) => role === 'goals'))
}

/** A document whose sections each describe one thing, in text or with a few points. */
const isFeatureDocument = (sections: readonly Section[], title: string | null): boolean =>
  sections.filter((section) => isLeaf(section, title)).length >= 2

const isLeaf = (section: Section, title: string | null): boolean =>
  section.title !== '' && section.title !== title && !section.isGeneric && !section.hasInner

function phasesOf(sections: readonly Section[]): ReadonlyMap<Section, number> {
  const numbers = new Map<Section, number>()
  const order: string[] = []
  for (const section of sections) {
    const title = [...section.within, section.title].find((one) => PHASE.test(one))
    if (title === undefined) continue
    if (!order.includes(title)) order.push(title)
    numbers.set(section, order.indexOf(title) + 1)
  }
  return order.length > 1 ? numbers : new Map()
}

const PHASE =
  /^(?:phase|milestone|sprint|week|stage|step|iteration)s? (?:\d+|[ivx]+|one|two|three|four)\b/i

interface SectionContext {
  readonly phase: number
  readonly isLeafWork: boolean
}

function fromSection(
  section: Section,
  title: string | null,
  context: SectionContext,
): readonly Found[] {
  const rows = section.tables.flatMap((table) => fromTable(table, section, context.phase))
  if (rows.length > 0) return rows
  const leaf = isLeaf(section, title)
  if (leaf && context.isLeafWork && (isOneThing(section) || isBare(section)))
    return [fromWholeSection(section, title, context.phase)]
  return fromItems(section.items, { section, phase: context.phase, group: null })
}

/** Only a title: that is all that is said about it. */
const isBare = ({ items, paragraphs, tables }: Section): boolean =>
  items.length === 0 && paragraphs.length === 0 && tables.length === 0

const MOST_POINTS = 6

/** Whether the points of the section are details of one piece of work, and not pieces of their own. */
const isOneThing = ({ items, paragraphs }: Section): boolean =>
  (items.length > 0 || paragraphs.length > 0) &&
  items.length <= MOST_POINTS &&
  items.every(({ isChecked, text }) => isChecked === null && !isByItself(text))

/** An issue, a story, or something with a key. */
const isByItself = (text: string): boolean =>
  /^(?:#\d|as an? )/i.test(text) || saidAbout(text).key !== null

function fromWholeSection(section: Section, title: string | null, phase: number): Found {
  const outer = section.within.filter((one) => one !== '').at(-1)
  const whole = section.isWithinGeneric ? title : outer
  const isPart = whole !== undefined && whole !== null && PART.test(section.title)
  const about = saidAbout(isPart ? `${whole}: ${section.title}` : section.title)
  const details = [...section.paragraphs, ...section.items.map(sayItem)]
  const text = [section.title, ...details].join('\n')
  const { after, before } = referencesIn(details.join('\n'))
  return {
    ...about,
    after: [...about.after, ...after],
    before: [...about.before, ...before],
    text,
    own: text,
    details,
    section: outer ?? null,
    number: null,
    isTask: about.issue !== null,
    isStep: false,
    phase,
    isDone: false,
  }
}

/** A title like this says where the work is; the title above it says what the work is. */
const PART =
  /^(?:back-?end|front-?end|server|client|api|ui|web|mobile|database|data|schema|cli|infrastructure|tests?|testing|docs?|documentation|deployment|migration)$/i

interface ItemContext {
  readonly section: Section
  readonly phase: number
  /** The entry around these, when it only groups them. */
  readonly group: string | null
}

function fromItems(items: readonly ItemTree[], context: ItemContext): readonly Found[] {
  return items.flatMap((item) =>
    isGroup(item)
      ? fromItems(item.inner, { ...context, group: saidAbout(item.text).name })
      : [fromItem(item, context)],
  )
}

/** An entry whose own entries are the work: boxes, or a list after a colon. */
function isGroup({ text, inner }: ItemTree): boolean {
  if (inner.length < 2) return false
  const boxes = inner.filter(({ isChecked }) => isChecked !== null).length
  return boxes >= 2 || (/:\s*$/.test(plainWords(text)) && plainWords(text).split(' ').length <= 6)
}

const ORDERED_TITLE =
  /\b(?:steps?|procedure|sequence|order|migration|rollout|roll-out|runbook|plan)\b/i

function fromItem(item: ItemTree, { section, phase, group }: ItemContext): Found {
  const [begin = '', inText] = /^(\d{1,3})[.)]\s+(?=\S)/.exec(item.text) ?? []
  const about = saidAbout(item.text.slice(begin.length))
  const details = [...item.text.split('\n').slice(1), ...item.inner.map(sayItem)]
  const inner = referencesIn(item.inner.map(({ text }) => text).join('\n'))
  const titles = [section.title, ...section.within].join(' ')
  return {
    ...about,
    after: [...about.after, ...inner.after.filter(({ isSure }) => isSure)],
    text: [item.text, ...details].join('\n'),
    own: [item.text, ...details].join('\n'),
    details,
    priority: about.priority ?? priorityOfTitle(section.title),
    section: group ?? (section.isGeneric || section.title === '' ? null : section.title),
    number: inText === undefined ? item.number : Number(inText),
    isTask:
      item.isChecked !== null || about.issue !== null || about.key !== null || TASKS.test(titles),
    isStep:
      LATER.test(about.name) ||
      (item.number !== null &&
        item.number > 1 &&
        ORDERED_TITLE.test(titles) &&
        item.isChecked === null),
    phase,
    isDone: item.isChecked === true || /^\s*~~.*~~\s*$/.test(item.text),
  }
}

/** "Delete the old machines a week later": later than the entry before it. */
const LATER =
  /^(?:then|afterwards|after that)\b|\b(?:an?|\d+|two|three|some|a few) (?:hours?|days?|weeks?|months?) (?:later|afterwards)$/i

const TASKS =
  /\b(?:tasks?|to-?dos?|checklist|issues?|bugs?|defects?|regressions?|fixes|backlog|steps?|plan|milestone|phase|sprint)\b/i

const sayItem = (item: ItemTree): string =>
  [
    `- ${item.text}`,
    ...item.inner.flatMap((one) =>
      sayItem(one)
        .split('\n')
        .map((line) => `  ${line}`),
    ),
  ].join('\n')

function priorityOfTitle(title: string): Priority | null {
  const word = /^(must|should|could|nice to|critical|high|medium|low|optional)\b/i.exec(title)?.[1]
  return word === undefined
    ? null
    : (readPriority(word.toLowerCase() === 'nice to' ? 'low' : word)?.priority ?? null)
}

const COLUMNS = {
  name: /^(?:task|title|name|feature|story|user story|item|work|what|deliverable|summary|issue|step|requirement|component|work package|action)s?$/i,
  key: /^(?:id|#|no\.?|nr\.?|key|ref|number|task id)$/i,
  after:
    /^(?:depends(?: on)?|dependenc(?:y|ies)|blocked by|after|needs|requires|prerequisites?|predecessors?|deps?)$/i,
  estimate: /^(?:estimate|effort|size|time|duration|points|est\.?|hours|days)$/i,
  priority: /^(?:priority|prio|importance|moscow|p)$/i,
  details: /^(?:description|details?|notes?|acceptance(?: criteria)?|comment|scope|goal)s?$/i,
  status: /^(?:status|state|done)$/i,
  files: /^(?:files?|paths?|module|area)s?$/i,
} as const

/** A table of tasks has a column with their names; any other table explains something. */
function fromTable({ header, rows }: Table, section: Section, phase: number): readonly Found[] {
  const column = (of: keyof typeof COLUMNS): number =>
    header.findIndex((cell) => COLUMNS[of].test(plainWords(cell)))
  const nameAt = column('name')
  const keyAt = column('key')
  const hasMore =
    column('after') >= 0 ||
    column('estimate') >= 0 ||
    column('priority') >= 0 ||
    keyAt >= 0 ||
    column('details') >= 0
  if (nameAt < 0 || !hasMore) return []
  const cell = (row: readonly string[], of: keyof typeof COLUMNS): string => row[column(of)] ?? ''
  return rows
    .filter((row) => plainWords(row[nameAt] ?? '') !== '')
    .map((row) => {
      const about = saidAbout(row[nameAt]!)
      const key = plainWords(row[keyAt] ?? '')
      const hours = /hours/i.test(header[column('estimate')] ?? '') ? 'h' : ''
      const estimate = readEstimate(
        plainWords(cell(row, 'estimate')) + (/\d$/.test(cell(row, 'estimate')) ? hours : ''),
      )
      const references = plainWords(cell(row, 'after'))
      const details = [cell(row, 'details'), cell(row, 'files')].filter(
        (text) => text !== '' && text !== '-',
      )
      return {
        ...about,
        key: about.key ?? (/^#\d+$/.test(key) || key === '' ? null : key),
        issue: about.issue ?? (/^#\d+$/.test(key) ? Number(key.slice(1)) : null),
        priority: readPriority(plainWords(cell(row, 'priority')))?.priority ?? about.priority,
        estimateSeconds: estimate !== null && estimate > 0 ? estimate : about.estimateSeconds,
        after: [
          ...about.after,
          ...(/[\p{L}\p{N}]/u.test(references) && !/^(?:none|nothing|no|n\/a)$/i.test(references)
            ? [{ words: references, isSure: true }]
            : []),
        ],
        text: [row[nameAt]!, ...details].join('\n'),
        own: [row[nameAt]!, ...details].join('\n'),
        details,
        section: section.isGeneric || section.title === '' ? null : section.title,
        number: /^\d+$/.test(key) ? Number(key) : null,
        isTask: true,
        isStep: false,
        phase,
        isDone: /^(?:done|closed|complete|completed|landed|yes|x|✓|✅)$/i.test(
          plainWords(cell(row, 'status')),
        ),
      }
    })
}

function titleOf(sections: readonly Section[]): string | null {
  const headed = sections.filter(({ title }) => title !== '')
  const first = headed[0]
  if (first === undefined) return null
  const isAlone = headed.filter(({ level }) => level <= first.level).length === 1
  return isAlone &&
    first.role === 'work' &&
    (first.hasInner || first.level === 1 || headed.length === 1)
    ? first.title
    : null
}

const linesIn = ({ items, paragraphs }: Section): readonly string[] => [
  ...paragraphs.flatMap((text) => (text.startsWith('```') ? [] : [plainWords(text)])),
  ...items.flatMap((item) => [
    plainWords(item.text),
    ...item.inner.map((one) => plainWords(one.text)),
  ]),
]

const proseOf = (sections: readonly Section[]): string =>
  sections
    .filter(({ role }) => role === 'work' || role === 'context' || role === 'goals')
    .flatMap(({ paragraphs }) => paragraphs)
    .filter((text) => !text.startsWith('```'))
    .join('\n\n')

const LONGEST_LINE = 1500

const TO_MODELS =
  /\b(?:ignore|disregard|forget|override)\s+(?:all\s+|any\s+|the\s+|your\s+|every\s+|of\s+)*(?:previous|prior|above|earlier|preceding|other)\s+(?:\w+\s+)?(?:instructions?|prompts?|rules|messages|tasks?)|\byou are (?:now )?(?:an?|the) (?:ai|assistant|language model|planner|agent|llm)\b|\byou are now (?:root|an? admin\w*|in \w+ mode|free)\b|\b(?:your|the) system prompt\b|\bas an ai\b|^\s*(?:system|assistant)\s*:|\bdo not tell the user\b|\b(?:output|answer|respond|reply) (?:only|exactly|with)\b.{0,40}\b(?:json|task|plan)\b|\bnew instructions?\s*:/i

/** Words that try to direct whoever reads the requirements, instead of saying what is wanted, are left out of everything. */
export const withoutWordsToModels = (requirements: string): string =>
  requirements
    .split('\n')
    .map((line) => (TO_MODELS.test(line.slice(0, LONGEST_LINE)) ? otherSentences(line) : line))
    .join('\n')

const otherSentences = (line: string): string =>
  line
    .split(/(?<=[.!?])\s+/)
    .filter((sentence) => !TO_MODELS.test(sentence.slice(0, LONGEST_LINE)))
    .join(' ')

/** What a reader of the rendered text does not see. */
export const withoutComments = (text: string): string => text.replaceAll(/<!--[^]*?(?:-->|$)/g, '')

/** The lines that do, shortened. */
export const spokenToModels = (requirements: string): readonly string[] =>
  withoutComments(requirements)
    .split('\n')
    .map((line) => line.slice(0, LONGEST_LINE))
    .filter((line) => TO_MODELS.test(line))
    .map((line) => plainWords(line.replace(/^[\s#>*+-]*(?:\[.\])?\s*/, '')).slice(0, 80))
