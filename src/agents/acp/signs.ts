/** Turns the updates that an agent sends during a turn into signs. */
import { isDeepStrictEqual } from 'node:util'
import type {
  ContentChunk,
  PlanEntry,
  SessionUpdate,
  ToolCallUpdate,
} from '@agentclientprotocol/sdk/unstable'
import type { Hear } from '../../conduct/ports.ts'
import type { Usage } from '../../core/agent/usage.ts'
import type { Todo } from '../../core/transcript/entry.ts'
import { retryAfter } from './failure.ts'
import { spokenText } from './spoken-text.ts'
import { acpTools, type WantedTool } from './tools.ts'
import type { AcpUsage } from './usage.ts'
import { recordedUsage } from '../transcript/recorded-usage.ts'
import type { TranscriptWriter } from '../transcript/transcript.ts'

export interface AcpSigns {
  take(update: SessionUpdate): void
  /** Takes an update of an earlier conversation that the agent replays: only its cost counts. */
  recall(update: SessionUpdate): void
  tellUsage(): void
  /** Takes a tool call for which the agent asks permission. */
  wanted(call: ToolCallUpdate): WantedTool
  endTurn(seconds: number): void
  /** Ends the line that the agent was saying, because no more of it comes. */
  flush(): void
  /** Why the turn has failed although the agent ends it like a finished one; null: the turn has not failed. */
  fault(): string | null
}

export function acpSigns(hear: Hear, transcript: TranscriptWriter, usage: AcpUsage): AcpSigns {
  const speech = spokenText((said, isMore) => transcript.record({ said, ...goesOn(isMore) }), heard)
  const thinking = spokenText((thought, isMore) =>
    transcript.record({ thought, ...goesOn(isMore) }),
  )
  let lastMessageId: string | null = null
  let lastStep = ''
  let lastUsage: Usage | null = null
  let lastWords = ''
  let isBroken = false
  const recorded = recordedUsage(transcript)
  const tools = acpTools(hear, transcript)

  const fault = (): string | null => (isBroken ? lastWords : null)

  return { take, recall, tellUsage, endTurn, wanted, flush, fault }

  function take(update: SessionUpdate): void {
    switch (update.sessionUpdate) {
      case 'agent_message_chunk':
        return say(update)
      case 'agent_thought_chunk':
        speech.end()
        if (update.content.type === 'text') thinking.take(update.content.text)
        // A thought shows that the agent is not silent; as a sign its text is told to no one.
        return hear({ is: 'said', text: '' })
      case 'tool_call':
      case 'tool_call_update':
        flush()
        return tools.take(update)
      case 'plan':
        return plan(update.entries)
      case 'usage_update':
        recall(update)
        return tellUsage()
      case 'notice':
        flush()
        return transcript.note(`${update.title} ${update.description ?? ''}`.trim())
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
    thinking.end()
    lastMessageId = messageId
    if (content.type === 'text') speech.take(content.text)
  }

  function heard(text: string): void {
    lastWords = text
    hear({ is: 'said', text })
  }

  function flush(): void {
    speech.end()
    thinking.end()
  }

  function wanted(call: ToolCallUpdate): WantedTool {
    flush()
    return tools.wanted(call)
  }

  /** Tells when another step of the agent's plan begins, not whenever the agent ticks a step off. */
  function plan(entries: readonly PlanEntry[]): void {
    flush()
    transcript.record({ todos: entries.map(todoOf) })
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

  function endTurn(seconds: number): void {
    const sum = usage.sum()
    if (sum !== null) recorded.turn(sum, seconds)
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

const goesOn = (isMore: boolean): { readonly more?: true } => (isMore ? { more: true } : {})

const STATUS = { pending: 'pending', in_progress: 'working', completed: 'done' } as const

const todoOf = ({ content, status }: PlanEntry): Todo => ({ text: content, status: STATUS[status] })

interface CodexState {
  readonly error?: { readonly message?: string; readonly willRetry?: boolean }
  readonly threadStatus?: { readonly type: string }
}
