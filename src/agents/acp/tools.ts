/** The tools an agent uses, put together from what it tells about each bit by bit. */
import { createHash } from 'node:crypto'
import type { ToolCallUpdate } from '@agentclientprotocol/sdk/unstable'
import type { Hear } from '../../conduct/ports.ts'
import { keep, keepInput, keepResult } from '../transcript/keep-tool.ts'
import type { TranscriptWriter } from '../transcript/transcript.ts'

export interface AcpTool {
  readonly kind: string
  /** As the agent writes it for people. */
  readonly title: string
  readonly name: string
  /** The command or the file, in one line. */
  readonly what: string
}

export interface AcpTools {
  /** A call, more about it, or its end. */
  take(update: ToolCallUpdate): void
  /** It wants to use this tool: some agents tell of it only then. */
  wanted(update: ToolCallUpdate): AcpTool
}

/** All that was said of one call. */
type Call = ToolCallUpdate & {
  /** What it printed and is not in the transcript yet; begun: some of it is. */
  readonly printed: string
  readonly begun: boolean
  /** What has come of it, as far as it was said last. */
  readonly result: string
}

const LONGEST_WHAT = 200
const LONGEST_RESULT = 2000
/** More of what one call prints is not held back until it ends. */
const MOST_HELD = 65_536

/** write: one line for people. */
export function acpTools(
  hear: Hear,
  write: (line: string) => void,
  transcript: TranscriptWriter,
): AcpTools {
  const calls = new Map<string, Call>()
  /** What was written of the calls that are not over. */
  const written = new Map<string, string>()
  /** The tool that was told of last: an end is taken for the end of that. */
  let told: string | null = null

  return {
    take(update) {
      const call = more(update)
      const isOver = call.status === 'completed' || call.status === 'failed'
      // Before, agents only know that they will use a tool, not yet what for.
      const isClear = call.status === 'in_progress' || detailIn(call) !== null
      if (isOver || isClear) tell(call)
      if (isOver) end(call)
    },
    wanted: (update) => tell(more(update)),
  }

  function more(update: ToolCallUpdate): Call {
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
    if (told !== signature) hear({ is: 'tool', name: tool.name, what: tool.what, signature })
    told = signature
    return tool
  }

  /** One line for each call; what it was given once more if that has become more. */
  function tellTranscript({ toolCallId: id, rawInput }: Call, { name, what }: AcpTool): void {
    if (!written.has(id)) write(`> ${name} ${what}`.trimEnd())
    const given = JSON.stringify(rawInput ?? null)
    if (written.get(id) !== given) keepInput(transcript, recordOf(rawInput), what)
    written.set(id, given)
  }

  function end(call: Call): void {
    calls.delete(call.toolCallId)
    written.delete(call.toolCallId)
    told = null
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

/** What is not said again stays as it was. */
function merged(before: Call | undefined, update: ToolCallUpdate): Call {
  const news = Object.entries(update).filter(([, value]) => value !== null && value !== undefined)
  return {
    ...before,
    ...(Object.fromEntries(news) as ToolCallUpdate),
    printed: (before?.printed ?? '') + printedIn(update),
    begun: before?.begun ?? false,
    // Before the end some agents put there what they are about to do.
    result: resultIn(update) || (before?.begun === true ? before.result : ''),
  }
}

/** codex-acp gives the output of commands only here, piece by piece. */
function printedIn({ _meta }: ToolCallUpdate): string {
  const delta = _meta?.['terminal_output_delta'] as { readonly data?: unknown } | undefined
  return typeof delta?.data === 'string' ? delta.data : ''
}

/** A title is often the command itself, so it is the name only where there is no better one. */
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

/** Fields in which agents say what they want to do, the clearest first. */
const DETAILS = ['command', 'file_path', 'filePath', 'path', 'url', 'query', 'pattern', 'prompt']

function detailIn(call: Call): string | null {
  const input = recordOf(call.rawInput)
  const said = DETAILS.map((key) => input[key]).find((value) => value !== undefined)
  if (typeof said === 'string') return said
  if (Array.isArray(said)) return said.join(' ')
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

/** Files as they were and as it has made them. */
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
