/** The prompt of a task: its goal, what the requirements say, its bounds, and how to know that it is done. */
import { cutText } from '../check/draft-text.ts'
import { DONE_WHEN, sayPasses } from '../done-when.ts'
import { SAY_OF_ALL } from '../own-words.ts'
import type { Piece } from './piece.ts'
import type { Wanted } from './read-spec.ts'

export interface PromptContext {
  /** The whole that this is a part of. */
  readonly project: string
  /** Names of the tasks that are done when this one starts. */
  readonly done: readonly string[]
  /** Names of the tasks that others may do at the same time. */
  readonly others: readonly string[]
  /** Names of the tasks that build on this one. */
  readonly later: readonly string[]
  readonly files: readonly string[]
  readonly constraints: readonly string[]
  readonly acceptance: readonly string[]
  readonly outOfScope: readonly string[]
  readonly testCommand: string | null
  readonly isAlone: boolean
}

const LONGEST_QUOTE = 4000
const MOST_NAMES = 8

export function writePrompt(piece: Piece, context: PromptContext): string {
  return [
    [piece.goal, ...(context.isAlone ? [] : [`This is one part of: ${context.project}.`])],
    quoted(piece, context),
    scope(context),
    section('Keep to', context.constraints),
    section('Done when', doneWhen(piece, context)),
    section('The whole is accepted when', context.acceptance.slice(0, MOST_NAMES)),
  ]
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')
}

/** As a quotation, so that it cannot be taken for words of ours. What is said of all parts together is told apart. */
function quoted({ wanted, goal }: Piece, { project, isAlone }: PromptContext): readonly string[] {
  if (wanted === null) return []
  const said = [goal, ...(isAlone ? [] : [project])].map(asOneLine)
  const isNew = (text: string): boolean => text !== '' && !said.includes(asOneLine(text))
  const text = wanted.text.trim()
  if (isAlone || !isOneOfSeveral(wanted))
    return isNew(text) ? ['The requirements say:', ...quotation(text)] : []
  const own = wanted.own.trim()
  return [
    ...(asOneLine(goal).includes(withoutArticle(own)) || !isNew(own)
      ? []
      : ['The requirements say:', ...quotation(own), '']),
    ...(isNew(text) ? [SAY_OF_ALL, ...quotation(text)] : []),
  ]
}

/** The sentence that it comes from names other wishes, too. */
const isOneOfSeveral = ({ text, own }: Wanted): boolean =>
  own.trim() !== '' && asOneLine(own) !== asOneLine(text) && text.length > own.length

const quotation = (text: string): readonly string[] =>
  cutText(text, LONGEST_QUOTE)
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())

const withoutArticle = (text: string): string => asOneLine(text).replace(/^(?:an?|the) /, '')

const asOneLine = (text: string): string => text.trim().replace(/\.$/, '').toLowerCase()

function scope({ done, others, later, files, outOfScope }: PromptContext): readonly string[] {
  return section('Scope', [
    ...(files.length > 0 ? [`Probably in ${files.join(', ')}.`] : []),
    ...(done.length > 0 ? [`Already there when you start: ${listed(done)}. Build on it.`] : []),
    ...(others.length > 0 ? [`Other tasks do this, so leave it alone: ${listed(others)}.`] : []),
    ...(later.length > 0 ? [`Builds on this and comes later: ${listed(later)}.`] : []),
    ...outOfScope.slice(0, MOST_NAMES).map((line) => `Not wanted: ${line}`),
  ])
}

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `- ${line}`)]

const listed = (names: readonly string[]): string =>
  names.length <= MOST_NAMES
    ? names.join('; ')
    : `${names.slice(0, MOST_NAMES).join('; ')}; and ${names.length - MOST_NAMES} more`

function doneWhen(piece: Piece, context: PromptContext): readonly string[] {
  const { stage, domain } = piece
  const { testCommand } = context
  const isSaid = testCommand !== null && saysPasses(testCommand, piece, context)
  const command = testCommand === null ? null : sayPasses(testCommand)
  const own = isSaid || command === null ? [] : [command]
  if (stage === 'docs') return [DONE_WHEN.textIsTrue, ...own]
  if (stage === 'decide') return [DONE_WHEN.isDecided]
  if (domain === 'writing') return command === null ? [DONE_WHEN.builds] : own
  if (stage === 'test') return command === null ? [DONE_WHEN.testsTell] : own
  return [DONE_WHEN.works, ...(command === null ? [DONE_WHEN.allTests] : own)]
}

/** The requirements may say themselves that the tests have to pass. */
function saysPasses(
  testCommand: string,
  { wanted }: Piece,
  { constraints, acceptance }: PromptContext,
): boolean {
  const passes = `${testCommand} passes`.toLowerCase()
  return [wanted?.text ?? '', ...constraints, ...acceptance.slice(0, MOST_NAMES)].some((text) =>
    text.replaceAll('`', '').toLowerCase().includes(passes),
  )
}
