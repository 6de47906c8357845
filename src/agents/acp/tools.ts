/** The tool calls of an agent, each put together from several updates. */
import { createHash } from 'node:crypto'
import type { ToolCallUpdate } from '@agentclientprotocol/sdk/unstable'
import type { Hear } from '../../conduct/ports.ts'
import type { ToolInput } from '../../core/agent/sign.ts'
import type { CallKind } from '../../core/transcript/entry.ts'
import {
  recordCall,
  recordChanges,
  recordInput,
  recordResult,
  type Change,
} from '../transcript/record-call.ts'
import { toolInputOf } from '../tool-input.ts'
import type { ResultWriter, TranscriptWriter } from '../transcript/transcript.ts'

export interface AcpTool {
  readonly kind: string
  /** The words with which the agent shows the tool call to people. */
  readonly title: string
  readonly name: string
  /** The command or the file that the call is about, in one line. */
  readonly what: string
}

export interface WantedTool extends AcpTool {
  /** The whole input of the tool, if one line cannot show it. */
  readonly input: ToolInput | null
}

export interface AcpTools {
  /** Takes an update: a new call, more about a call, or its end. */
  take(update: ToolCallUpdate): void
  /** Takes a tool call for which the agent asks permission: some agents send no update about it before that. */
  wanted(update: ToolCallUpdate): WantedTool
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

/** What the transcript holds of a call that has not ended. */
interface Recorded {
  input: string
  /** How many of its changes. */
  changes: number
  /** Where its output goes, as soon as there is much of it. */
  result: ResultWriter | undefined
}

export function acpTools(hear: Hear, transcript: TranscriptWriter): AcpTools {
  const calls = new Map<string, Call>()
  const recordedCalls = new Map<string, Recorded>()
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
      else release(call)
    },
    wanted(update) {
      const call = addUpdate(update)
      const tool = tell(call)
      const input = toolInputOf(tool.what, recordOf(call.rawInput), changesIn(call))
      return { ...tool, input }
    },
  }

  function addUpdate(update: ToolCallUpdate): Call {
    const call = merged(calls.get(update.toolCallId), update)
    calls.set(update.toolCallId, call)
    return call
  }

  function release(call: Call): void {
    const { toolCallId: id, printed } = call
    if (printed.length < MOST_HELD) return
    const recorded = recordedOf(call, toolOf(call))
    recorded.result ??= transcript.result(id)
    recorded.result.take(printed)
    calls.set(id, { ...call, printed: '', begun: true, result: printed.slice(-LONGEST_RESULT) })
  }

  function tell(call: Call): AcpTool {
    const tool = toolOf(call)
    const signature = signatureOf(tool, call)
    record(call, tool)
    if (lastSignature !== signature)
      hear({ is: 'tool', name: tool.name, what: tool.what, signature })
    lastSignature = signature
    return tool
  }

  /** Agents tell about a call step by step: what is new about its input and its changes is added. */
  function record(call: Call, tool: AcpTool): void {
    const recorded = recordedOf(call, tool)
    const input = JSON.stringify(call.rawInput ?? null)
    const changes = changesIn(call)
    if (recorded.input !== input) recordInput(transcript, callOf(call, tool))
    recorded.input = input
    recordChanges(transcript, call.toolCallId, changes.slice(recorded.changes))
    recorded.changes = Math.max(recorded.changes, changes.length)
  }

  function recordedOf(call: Call, tool: AcpTool): Recorded {
    const id = call.toolCallId
    const earlier = recordedCalls.get(id)
    if (earlier !== undefined) return earlier
    recordCall(transcript, callOf(call, tool))
    const recorded: Recorded = {
      input: JSON.stringify(call.rawInput ?? null),
      changes: changesIn(call).length,
      result: undefined,
    }
    recordedCalls.set(id, recorded)
    return recorded
  }

  function end(call: Call): void {
    const id = call.toolCallId
    const recorded = recordedCalls.get(id)
    calls.delete(id)
    recordedCalls.delete(id)
    lastSignature = null
    const failed = call.status === 'failed'
    const text = call.printed || (call.begun ? '' : call.result)
    recordResult(transcript, { call: id, failed, text }, recorded?.result)
    hear({ is: 'tool-ended', failed, text: (text || call.result).slice(0, LONGEST_RESULT) })
  }
}

const KINDS: Readonly<Record<string, CallKind>> = {
  execute: 'command',
  read: 'read',
  edit: 'edit',
  delete: 'edit',
  move: 'edit',
  search: 'search',
  fetch: 'web',
}

const callOf = (call: Call, tool: AcpTool) => ({
  id: call.toolCallId,
  kind:
    MCP.test(tool.name) || MCP.test(tool.title) ? ('mcp' as const) : (KINDS[tool.kind] ?? 'other'),
  name: tool.name,
  title: tool.what,
  input: recordOf(call.rawInput),
  changes: changesIn(call),
})

/** Each agent writes the name of an MCP tool in its own way. */
const MCP = /^mcp[._]|MCP Server\)/i

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

const changesIn = ({ content }: Call): readonly Change[] =>
  (content ?? []).flatMap((part) =>
    part.type === 'diff'
      ? [{ file: part.path, before: part.oldText ?? null, after: part.newText }]
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
