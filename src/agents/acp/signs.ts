/** Turns the updates that an agent sends during a turn into signs. */
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
  /** Takes an update of an earlier conversation that the agent replays: only its cost counts. */
  recall(update: SessionUpdate): void
  tellUsage(): void
  readonly tools: AcpTools
  /** Ends the line that the agent was saying, because no more of it comes. */
  flush(): void
  /** Why the turn has failed although the agent ends it like a finished one; null: the turn has not failed. */
  fault(): string | null
}

export function acpSigns(hear: Hear, transcript: TranscriptWriter, usage: AcpUsage): AcpSigns {
  /** The agent's text comes in pieces of words; a line is heard when it is whole. */
  let unfinished = ''
  let lastMessageId: string | null = null
  let lastStep = ''
  let lastUsage: Usage | null = null
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
        // A thought shows that the agent is not silent; its text is told to no one.
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
      // Ignored: commands, modes, titles, and kinds of updates that do not exist yet.
    }
  }

  function recall(update: SessionUpdate): void {
    if (update.sessionUpdate !== 'usage_update' || update.cost?.currency !== 'USD') return
    usage.cost(update.cost.amount)
  }

  function say({ content, messageId = null }: ContentChunk): void {
    if (messageId !== lastMessageId) flush()
    lastMessageId = messageId
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

  /** Tells when another step of the agent's plan begins, not whenever the agent ticks a step off. */
  function plan(entries: readonly PlanEntry[]): void {
    const next = entries.find(({ status }) => status === 'in_progress')
    const note = next?.content ?? entries.find(({ status }) => status === 'pending')?.content
    if (note === undefined || note === lastStep) return
    lastStep = note
    const isBegun = entries.some(({ status }) => status !== 'pending')
    hear({ is: 'progress', status: isBegun ? 'working' : 'planning', note })
  }

  function tellUsage(): void {
    const sum = usage.sum()
    if (sum === null || isDeepStrictEqual(sum, lastUsage)) return
    lastUsage = sum
    hear({ is: 'usage', usage: sum })
  }

  /**
   * codex-acp reports here that an error ends the turn (the words of the error follow), or that it calls the
   * model again.
   */
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
