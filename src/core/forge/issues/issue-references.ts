/** Reads which other issues the text of an issue names: as dependencies, as dependents, or as parts. */
import { withoutCode } from '../../planning/flags/flag-task.ts'
import { referencesIn } from '../../planning/offline/said-about.ts'

export interface IssueReferences {
  /** Issues of the same repository that come before it. */
  readonly after: readonly number[]
  /** Issues of the same repository that come after it. */
  readonly before: readonly number[]
  /** Open entries of its task lists. */
  readonly parts: readonly number[]
  /** Issues of other repositories that it depends on: `owner/name#7`. */
  readonly foreign: readonly string[]
}

/** repository: owner/name. null: unknown, and every owner/name#7 counts as another repository. */
export function issueReferences(body: string, repository: string | null): IssueReferences {
  const named = shortNames(body, repository)
  const text = withoutCode(withoutQuotations(named.text))
  const parts = partsIn(text)
  const lines = [...sentencesOf(text), ...listsBelow(text)].filter((line) => REFERENCE.test(line))
  const references = lines.map((line) => referencesIn(asOneList(line)))
  const after = references.flatMap((one) => one.after.filter(({ isSure }) => isSure))
  const before = references.flatMap((one) => one.before.filter(({ words }) => /^#\d/.test(words)))
  const words = after.map((one) => one.words).join(' ')
  return {
    after: numbersIn(words),
    before: numbersIn(before.map((one) => one.words).join(' ')),
    parts,
    foreign: [...new Set(named.foreign.filter((_, at) => words.includes(mark(at))))],
  }
}

const REFERENCE = /#\d|⟦\d/

const mark = (at: number): string => `⟦${at}⟧`

const LONG_NAME =
  /https?:\/\/[^\s/()<>]+\/([\w.-]+\/[\w.-]+)\/(?:issues|pull)\/(\d{1,9})(?:[/?#][^\s)\]]*)?|(?<![\w./-])([\w.-]+\/[\w.-]+)#(\d{1,9})\b|(?<![\w/&-])gh-(\d{1,9})\b/gi

/** Full addresses and long names of this repository become `#7`; those of others become marks. */
function shortNames(body: string, repository: string | null) {
  const foreign: string[] = []
  const own = repository?.toLowerCase()
  const text = body.replaceAll(LONG_NAME, (...[, page, pageNumber, name, nameNumber, plain]) => {
    const where = (page ?? name) as string | undefined
    const number = (pageNumber ?? nameNumber ?? plain) as string
    if (where === undefined || where.toLowerCase() === own) return `#${number}`
    foreign.push(`${where}#${number}`)
    return mark(foreign.length - 1)
  })
  return { text, foreign }
}

/** Quoted lines are the words of another person. */
const withoutQuotations = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !/^\s*>/.test(line))
    .join('\n')

const PART = /^\s*(?:[-*+]|\d{1,3}[.)])\s+\[( |x)\]\s+(?:\[[^\]]*\]\()?#(\d{1,9})\b/i

/** An entry of a task list that begins with an issue is a part; a ticked one is done. */
const partsIn = (text: string): readonly number[] =>
  unique(
    text.split('\n').flatMap((line) => {
      const [, box, number] = PART.exec(line) ?? []
      return box === ' ' ? [Number(number)] : []
    }),
  )

/** The rules below only read the beginning of a line, so each sentence gets a line of its own. */
const sentencesOf = (text: string): readonly string[] =>
  text
    .replaceAll(/[*_]{1,3}/g, '')
    .split(/\n|(?<=[.!?])\s+/)
    .filter((line) => !PART.test(line))

const HEADING =
  /^[\s#*_]*(?:depends? (?:up)?on|dependenc(?:y|ies)|blocked (?:by|on)|prerequisites?|requires|after)[\s*_:]*$/i
const ENTRY = /^\s*(?:[-*+]|\d{1,3}[.)])\s+(?:\[ \]\s+)?((?:#|⟦)\d.*)$/

/** "Depends on:" above a list: each entry as a sentence. */
function listsBelow(text: string): readonly string[] {
  let isBelow = false
  return text.split('\n').flatMap((line) => {
    if (HEADING.test(line)) isBelow = true
    else if (line.trim() !== '' && !ENTRY.test(line)) isBelow = false
    const entry = isBelow ? ENTRY.exec(line)?.[1] : undefined
    return entry === undefined ? [] : [`depends on ${entry}`]
  })
}

/** "#1, #2 and #3" is one list, whatever stands between them. */
const asOneList = (line: string): string =>
  line.replaceAll(/(#\d+|⟦\d+⟧)\s*(?:,?\s*(?:and|or|&|\+)|,)\s*(?=#\d|⟦\d)/gi, '$1 ')

const numbersIn = (words: string): readonly number[] =>
  unique([...words.matchAll(/#(\d{1,9})\b/g)].map(([, number]) => Number(number)))

const unique = (numbers: readonly number[]): readonly number[] =>
  [...new Set(numbers)].filter((number) => number > 0)
