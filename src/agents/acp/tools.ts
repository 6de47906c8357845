/** The tool calls of an agent, each put together from several updates. */
import { createHash } from 'node:crypto'
import type { ToolCallUpdate } from '@agentclientprotocol/sdk/unstable'
import type { Hear } from '../../conduct/ports.ts'
import { keep, keepInput, keepResult } from '../transcript/keep-tool.ts'
import type { TranscriptWriter } from '../transcript/transcript.ts'

export interface AcpTool {
  readonly kind: string
  /** The words with which the agent shows the tool call to people. */
  readonly title: string
  readonly name: string
  /** The command or the file that the call is about, in one line. */
  readonly what: string
}

export interface AcpTools {
  /** Takes an update: a new call, more about a call, or its end. */
  take(update: ToolCallUpdate): void
  /** Takes a tool call for which the agent asks permission: some agents send no update about it before that. */
  wanted(update: ToolCallUpdate): AcpTool
}

/** All that the updates have told about one call. */
type Call = ToolCallUpdate & {
  /** printed: output of the call that is not in the transcript yet. begun: some of its output is there already. */
  readonly printed: string
  readonly begun: boolean
  /** The result of the call, as the last update gave it. */
  readonly result: string
}

const LONGEST_WHAT = 200
const LONGEST_RESULT = 2000
/** When a call has printed this many characters, they are written to the transcript before the call ends. */
const MOST_HELD = 65_536

/** write: writes one line for people. */
export function acpTools(
  hear: Hear,
  write: (line: string) => void,
  transcript: TranscriptWriter,
): AcpTools {
  const calls = new Map<string, Call>()
  /** The input that the transcript holds of each call that has not ended. */
  const inputsWritten = new Map<string, string>()
  /** The signature of the tool that was heard last: a `tool-ended` sign is taken for the end of that tool. */
  let lastSignature: string | null = null

  return {
    take(update) {
      const call = addUpdate(update)
      const isOver = call.status === 'completed' || call.status === 'failed'
      // Before a call is in progress, agents only know that they will use a tool, not yet what for.
      const isClear = call.status === 'in_progress' || detailIn(call) !== null
      if (isOver || isClear) tell(call)
      if (isOver) end(call)
    },
    wanted: (update) => tell(addUpdate(update)),
  }

  function addUpdate(update: ToolCallUpdate): Call {
    const call = released(merged(calls.get(update.toolCallId), update))
    calls.set(update.toolCallId, call)
    return call
  }

  function released(call: Call): Call {
    if (call.printed.length < MOST_HELD) return call
    transcript.write('tool', Buffer.from(call.printed))
    return { ...call, printed: '', begun: true, result: call.printed.slice(-LONGEST_RESULT) }
  }

  function tell(call: Call): AcpTool {
    const tool = toolOf(call)
    const signature = signatureOf(tool, call)
    tellTranscript(call, tool)
    if (lastSignature !== signature)
      hear({ is: 'tool', name: tool.name, what: tool.what, signature })
    lastSignature = signature
    return tool
  }

  /** Writes one line for each call; the input of the call is written again when it has become more. */
  function tellTranscript({ toolCallId: id, rawInput }: Call, { name, what }: AcpTool): void {
    if (!inputsWritten.has(id)) write(`> ${name} ${what}`.trimEnd())
    const input = JSON.stringify(rawInput ?? null)
    if (inputsWritten.get(id) !== input) keepInput(transcript, recordOf(rawInput), what)
    inputsWritten.set(id, input)
  }

  function end(call: Call): void {
    calls.delete(call.toolCallId)
    inputsWritten.delete(call.toolCallId)
    lastSignature = null
    const failed = call.status === 'failed'
    const text = call.printed || call.result
    const shown = oneLine(text)
    if (shown !== '') write(`  ${failed ? 'failed: ' : ''}${shown}`)
    if (call.begun) keep(transcript, call.printed)
    else keepResult(transcript, text, shown)
    for (const change of changesIn(call)) keep(transcript, change)
    hear({ is: 'tool-ended', failed, text: text.slice(0, LONGEST_RESULT) })
  }
}

/** Fields that the update does not give keep their earlier values. */
function merged(before: Call | undefined, update: ToolCallUpdate): Call {
  const news = Object.entries(update).filter(([, value]) => value !== null && value !== undefined)
  return {
    ...before,
    ...(Object.fromEntries(news) as ToolCallUpdate),
    printed: (before?.printed ?? '') + printedIn(update),
    begun: before?.begun ?? false,
    // While a call is running, some agents give as its content what they are about to do.
    result: resultIn(update) || (before?.begun === true ? before.result : ''),
  }
}

/** codex-acp gives the output of commands only in this field, piece by piece. */
function printedIn({ _meta }: ToolCallUpdate): string {
  const delta = _meta?.['terminal_output_delta'] as { readonly data?: unknown } | undefined
  return typeof delta?.data === 'string' ? delta.data : ''
}

/** The title is often the command itself, so it serves as the name only when there is no better one. */
function toolOf(call: Call): AcpTool {
  const kind = call.kind ?? 'other'
  const title = call.title ?? ''
  const name = call.name ?? (kind === 'other' ? title : kind)
  const what = detailIn(call) ?? (title === name ? '' : title)
  return { kind, title, name, what: oneLine(what) }
}

const oneLine = (text: string): string =>
  text
    .slice(0, 2 * LONGEST_WHAT)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST_WHAT)

/** The input fields in which agents say what they want to do, the clearest first. */
const DETAILS = ['command', 'file_path', 'filePath', 'path', 'url', 'query', 'pattern', 'prompt']

function detailIn(call: Call): string | null {
  const input = recordOf(call.rawInput)
  const detail = DETAILS.map((key) => input[key]).find((value) => value !== undefined)
  if (typeof detail === 'string') return detail
  if (Array.isArray(detail)) return detail.join(' ')
  const path = call.kind === 'execute' ? undefined : pathIn(call)
  if (path !== undefined) return path
  return call.kind === 'other' && Object.keys(input).length > 0 ? JSON.stringify(input) : null
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

const pathIn = ({ locations, content }: Call): string | undefined =>
  locations?.[0]?.path ?? content?.find((part) => part.type === 'diff')?.path

function signatureOf({ name, what }: AcpTool, { rawInput, content }: Call): string {
  const changes = (content ?? []).filter(({ type }) => type === 'diff')
  return createHash('sha1')
    .update(JSON.stringify([name, what, rawInput, changes]))
    .digest('base64url')
}

/** The files that the call has changed, before and after. */
const changesIn = ({ content }: Call): readonly string[] =>
  (content ?? []).flatMap((part) =>
    part.type === 'diff'
      ? [`${part.path}\n--- before\n${part.oldText ?? ''}\n+++ after\n${part.newText}`]
      : [],
  )

function resultIn({ content, rawOutput }: ToolCallUpdate): string {
  const text = (content ?? []).flatMap((part) =>
    part.type === 'content' && part.content.type === 'text' ? [part.content.text] : [],
  )
  if (text.length > 0) return text.join('\n')
  if (rawOutput === undefined || rawOutput === null) return ''
  return typeof rawOutput === 'string' ? rawOutput : JSON.stringify(rawOutput)
}
