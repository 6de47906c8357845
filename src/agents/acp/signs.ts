/** Makes signs of what an agent tells in the course of a turn. */
import { isDeepStrictEqual } from 'node:util'
import type { ContentChunk, PlanEntry, SessionUpdate } from '@agentclientprotocol/sdk/unstable'
import type { Hear } from '../../conduct/ports.ts'
import type { Usage } from '../../core/agent/usage.ts'
import { retryAfter } from './failure.ts'
import { acpTools, type AcpTools } from './tools.ts'
import type { AcpUsage } from './usage.ts'
import type { TranscriptWriter } from '../transcript/transcript.ts'

export interface AcpSigns {
  take(update: SessionUpdate): void
  /** Of an earlier conversation, played back: only what it has cost counts. */
  recall(update: SessionUpdate): void
  tellUsage(): void
  readonly tools: AcpTools
  /** Nothing more comes of what it was saying. */
  flush(): void
  /** Why the turn has failed, though it ends like one that was finished; null: it has not. */
  fault(): string | null
}

export function acpSigns(hear: Hear, transcript: TranscriptWriter, usage: AcpUsage): AcpSigns {
  /** What it says comes in pieces of words; a line is heard when it is whole. */
  let unfinished = ''
  let message: string | null = null
  let step = ''
  let used: Usage | null = null
  let lastWords = ''
  let isBroken = false
  const tools = acpTools(
    (sign) => {
      flush()
      hear(sign)
    },
    write,
    transcript,
  )

  const fault = (): string | null => (isBroken ? lastWords : null)

  return { take, recall, tellUsage, tools, flush, fault }

  function take(update: SessionUpdate): void {
    switch (update.sessionUpdate) {
      case 'agent_message_chunk':
        return say(update)
      case 'agent_thought_chunk':
        // It thinks: it is not silent, but nobody is told what.
        return hear({ is: 'said', text: '' })
      case 'tool_call':
      case 'tool_call_update':
        return tools.take(update)
      case 'plan':
        return plan(update.entries)
      case 'usage_update':
        recall(update)
        return tellUsage()
      case 'notice':
        return write(`${update.title} ${update.description ?? ''}`.trim())
      case 'session_info_update':
        return trouble(update._meta)
      default:
      // Commands, modes, titles, and what agents will think of.
    }
  }

  function recall(update: SessionUpdate): void {
    if (update.sessionUpdate !== 'usage_update' || update.cost?.currency !== 'USD') return
    usage.cost(update.cost.amount)
  }

  function say({ content, messageId = null }: ContentChunk): void {
    if (messageId !== message) flush()
    message = messageId
    if (content.type !== 'text') return
    const end = content.text.lastIndexOf('\n')
    unfinished += content.text.slice(0, end + 1)
    if (end >= 0) flush()
    unfinished += content.text.slice(end + 1)
  }

  function flush(): void {
    const text = unfinished.trimEnd()
    unfinished = ''
    if (text.trim() === '') return
    transcript.write('out', Buffer.from(`${text}\n`))
    lastWords = text
    hear({ is: 'said', text })
  }

  function write(text: string): void {
    flush()
    transcript.write('out', Buffer.from(`${text}\n`))
  }

  /** Told when another step of its plan begins, not whenever it ticks one off. */
  function plan(entries: readonly PlanEntry[]): void {
    const next = entries.find(({ status }) => status === 'in_progress')
    const note = next?.content ?? entries.find(({ status }) => status === 'pending')?.content
    if (note === undefined || note === step) return
    step = note
    const isBegun = entries.some(({ status }) => status !== 'pending')
    hear({ is: 'progress', status: isBegun ? 'working' : 'planning', note })
  }

  function tellUsage(): void {
    const sum = usage.sum()
    if (sum === null || isDeepStrictEqual(sum, used)) return
    used = sum
    hear({ is: 'usage', usage: sum })
  }

  /** How codex-acp tells of an error that ends the turn, its words follow, and that it calls the model again. */
  function trouble(meta: Readonly<Record<string, unknown>> | null | undefined): void {
    const { error, threadStatus } = (meta?.['codex'] ?? {}) as CodexState
    if (threadStatus !== undefined) isBroken = threadStatus.type === 'systemError'
    if (error?.willRetry !== true) return
    const reason = error.message ?? ''
    const [, number = '1', of] = /(\d+)\/(\d+)/.exec(reason) ?? []
    const nextAt = retryAfter(reason, Date.now())
    hear({ is: 'retrying', number: Number(number), of: of ? Number(of) : null, nextAt, reason })
  }
}

interface CodexState {
  readonly error?: { readonly message?: string; readonly willRetry?: boolean }
  readonly threadStatus?: { readonly type: string }
}
