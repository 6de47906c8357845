/** Records the calls of tools in a transcript: what each was given, what it changes, and what came of it. */
import { oneLineOf } from '../../core/text/plain-text.ts'
import type { CallBegun } from '../../core/transcript/entry.ts'
import { lineDiff } from '../../core/transcript/line-diff.ts'
import type { ResultWriter, TranscriptWriter } from './transcript.ts'

export interface Call extends CallBegun {
  readonly id: string
  readonly input: Fields
  readonly changes: readonly Change[]
}

/** before null: the file is written as a whole. */
export interface Change {
  readonly file: string
  readonly before: string | null
  readonly after: string
}

type Fields = Readonly<Record<string, unknown>>

export function recordCall(transcript: TranscriptWriter, call: Call): void {
  const { id, kind, name, title, within, changes } = call
  transcript.record({ call: id, kind, name, title, ...(within === undefined ? {} : { within }) })
  recordInput(transcript, call)
  recordChanges(transcript, id, changes)
}

/** Leaves out what the title or a change says already. */
export function recordInput(
  transcript: TranscriptWriter,
  { id, title, input, changes }: Pick<Call, 'id' | 'title' | 'input' | 'changes'>,
): void {
  const recorded = new Set([
    title,
    ...changes.flatMap(({ file, ...texts }) => [file, ...values(texts)]),
  ])
  const fields = Object.entries(input).filter(([, value]) => !recorded.has(value as string))
  if (fields.length > 0) transcript.record({ call: id, input: fields.map(asLine).join('') })
}

export function recordChanges(
  transcript: TranscriptWriter,
  call: string,
  changes: readonly Change[],
): void {
  for (const { file, before, after } of changes) {
    const diff = lineDiff(before, after)
    if (diff !== '') transcript.record({ call, file, diff })
  }
}

/** result: where earlier pieces of the result went, if there were any. */
export function recordResult(
  transcript: TranscriptWriter,
  {
    call,
    failed,
    text,
  }: { readonly call: string; readonly failed: boolean; readonly text: string },
  result: ResultWriter = transcript.result(call),
): void {
  // With its last line whole, a result is one entry unless it is long.
  result.take(text === '' || text.endsWith('\n') ? text : `${text}\n`)
  result.end()
  transcript.record({ call, ended: failed ? 'failed' : 'well', says: firstLine(text) })
}

const LONGEST_LINE = 200

const firstLine = (text: string): string => {
  const line = oneLineOf(text.slice(0, 4 * LONGEST_LINE))
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE - 1)}…` : line
}

const values = (texts: Readonly<Record<string, string | null>>): readonly (string | null)[] =>
  Object.values(texts)

function asLine([name, value]: readonly [string, unknown]): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.includes('\n') ? `${name}:\n${text.trimEnd()}\n` : `${name}: ${text}\n`
}
