/** A transcript as text, entry by entry: for terminals, and for the last lines of an attempt. */
import { formatTokens, tokensOf } from '../agent/usage.ts'
import { formatDuration } from '../value/duration.ts'
import { formatCost } from '../value/money.ts'
import type { CallEntry, Todo, TranscriptEntry, Used } from './entry.ts'

/** Readers show only the one line about such an entry, unless the user asks for everything. */
export const isFolded = (entry: TranscriptEntry): boolean =>
  FOLDED.some((field) => field in entry) || ('told' in entry && entry.prompt === true)

const FOLDED = ['tool', 'thought', 'input', 'diff', 'result', 'used', 'todos'] as const

/** `>` begins a call, `?` a permission request or a question, `<` is what the agent was told. */
export function textOf(entry: TranscriptEntry): string {
  if ('out' in entry) return entry.out
  if ('err' in entry) return entry.err
  if ('tool' in entry) return entry.tool
  if ('note' in entry) return `[conductor] ${entry.note}\n`
  if ('call' in entry) return callText(entry)
  if ('said' in entry) return ended(entry.said)
  if ('thought' in entry) return marked('~', entry.thought)
  if ('told' in entry) return marked('<', entry.told)
  if ('todos' in entry) return entry.todos.map(todoText).join('')
  if ('asks' in entry) return `? ${entry.name} ${entry.what}`.trimEnd() + '\n'
  if ('decided' in entry) return `< ${sayDecision(entry)}\n`
  if ('question' in entry) return marked('?', [entry.question, ...entry.options].join('\n'))
  return `(${sayUsed(entry.used, entry.turn)})\n`
}

function callText(entry: CallEntry): string {
  if ('kind' in entry) return `> ${entry.name} ${entry.title}`.trimEnd() + '\n'
  if ('input' in entry) return entry.input
  if ('diff' in entry) return entry.diff
  if ('result' in entry) return entry.result
  const { says } = entry
  if (entry.ended === 'failed') return says === '' ? '  failed\n' : `  failed: ${says}\n`
  return says === '' ? '' : `  ${says}\n`
}

/** The same where the result of each call is shown before its end, which need not repeat it then. */
export const fullTextOf = (entry: TranscriptEntry): string =>
  textOf('ended' in entry ? { ...entry, says: '' } : entry)

const ended = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`)

const marked = (mark: string, text: string): string =>
  `${text
    .trimEnd()
    .split('\n')
    .map((line) => `${mark} ${line}`.trimEnd())
    .join('\n')}\n`

const MARKS = { pending: '[ ]', working: '[~]', done: '[x]' } as const

const todoText = ({ status, text }: Todo): string => `${MARKS[status]} ${text}\n`

export const sayDecision = ({
  allowed,
  why,
}: {
  readonly allowed: boolean
  readonly why: string | null
}): string => (allowed ? 'allowed' : why === null ? 'denied' : `denied: ${why}`)

/** "3.1k tokens, $0.02", and for a whole turn "turn ended after 12 s, 3.1k tokens, $0.02". */
export function sayUsed(used: Used, turnSeconds?: number): string {
  const { costUsd, isEstimated } = used
  const parts = [
    turnSeconds === undefined ? null : `turn ended after ${formatDuration(turnSeconds)}`,
    `${formatTokens(tokensOf({ ...used, costFrom: null }))} tokens`,
    costUsd === null ? null : formatCost(costUsd, isEstimated ? costUsd : 0),
  ]
  return parts.filter((part) => part !== null).join(', ')
}
