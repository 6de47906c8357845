/** The prompt of a task: its goal, what the requirements say, its bounds, and how to know that it is done. */
import { cutText } from '../check/draft-text.ts'
import type { Piece } from './piece.ts'

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
    quoted(piece),
    scope(context),
    section('Keep to', context.constraints),
    section('Done when', doneWhen(piece, context)),
    section('The whole is accepted when', context.acceptance.slice(0, MOST_NAMES)),
  ]
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')
}

/** As a quotation, so that it cannot be taken for words of ours. */
function quoted({ wanted, goal }: Piece): readonly string[] {
  const text = wanted?.text.trim() ?? ''
  if (text === '' || text.toLowerCase() === goal.replace(/\.$/, '').toLowerCase()) return []
  const lines = cutText(text, LONGEST_QUOTE).split('\n')
  return ['The requirements say:', ...lines.map((line) => `> ${line}`.trimEnd())]
}

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

function doneWhen({ stage, domain }: Piece, { testCommand }: PromptContext): readonly string[] {
  const command = testCommand === null ? null : `\`${testCommand}\` passes.`
  if (stage === 'docs')
    return [
      'The text is true: try every command and example in it.',
      ...(command === null ? [] : [command]),
    ]
  if (stage === 'decide')
    return ['The decision is written down with its reasons and what was rejected.']
  if (domain === 'writing')
    return [command ?? 'The document builds without errors or missing references.']
  if (stage === 'test')
    return [command ?? 'The tests pass, and they fail when what they test is broken.']
  return [
    'What is wanted works, and tests that you add show it.',
    command ?? 'All tests of the project pass.',
  ]
}
