/** Turns the events of Claude Code into signs for the supervisor and into lines of the transcript for people. */
import type { Hear } from '../../conduct/ports.ts'
import { tokensOf } from '../../core/agent/usage.ts'
import { textIn } from './deed.ts'
import type {
  ApiRetry,
  AssistantMessage,
  ClaudeEvent,
  ClaudeResult,
  Introduction,
  RateLimit,
} from './output-events.ts'
import type { ClaudeUsage } from './usage.ts'
import { claudeWork } from './work.ts'
import type { TranscriptWriter } from '../transcript/transcript.ts'
import { recordedUsage } from '../transcript/recorded-usage.ts'

export interface ClaudeSigns {
  take(event: ClaudeEvent): void
  print(line: string): void
  /** When the model may be used again; null: unknown. */
  limitedUntil(): number | null
}

export interface SignOptions {
  /** The folder in which Claude Code works. */
  readonly directory: string
  readonly transcript: TranscriptWriter
  readonly hear: Hear
  readonly usage: ClaudeUsage
}

export function claudeSigns({ directory, transcript, hear, usage }: SignOptions): ClaudeSigns {
  let conversation = ''
  let limitedUntil: number | null = null
  const work = claudeWork({ directory, transcript, hear })
  const recorded = recordedUsage(transcript)
  return {
    take,
    print,
    // A time in the past belongs to an earlier call of the model.
    limitedUntil: () => (limitedUntil !== null && limitedUntil > Date.now() ? limitedUntil : null),
  }

  function take(event: ClaudeEvent): void {
    switch (event.type) {
      case 'assistant':
        return takeMessage(event.message ?? {}, event.parent_tool_use_id ?? null)
      case 'user':
        recorded.soFar(usage.soFar())
        return work.take(event.message?.content, event.parent_tool_use_id ?? null)
      case 'result':
        return takeResult(event)
      case 'rate_limit_event':
        return takeLimit(event.rate_limit_info ?? {})
      case 'system':
        return takeSystem(event)
      default:
        // The other events are for the session, and are no signs.
        return
    }
  }

  function takeSystem(event: ClaudeEvent & { type: 'system' }): void {
    if (event.subtype === 'init') takeInit(event)
    else if (event.subtype === 'api_retry') takeRetry(event)
  }

  /** Claude Code sends this event at the beginning of each turn. */
  function takeInit(event: Introduction): void {
    const { session_id: id = '', model = null, apiKeySource = null } = event
    usage.paidBy(apiKeySource)
    if (id !== '' && id !== conversation) hear({ is: 'conversation', id, model })
    conversation = id
  }

  function takeRetry(event: ApiRetry): void {
    const { attempt = 1, max_retries: of = null, retry_delay_ms: delay, error = 'unknown' } = event
    const nextAt = delay === undefined ? null : Date.now() + delay
    const reason = event.error_status ? `${event.error_status} ${error}` : `no answer (${error})`
    transcript.note(`the model failed: ${reason}; retrying`)
    hear({ is: 'retrying', number: attempt, of, nextAt, reason })
    if (event.error_status === 429) tellLimit(nextAt, reason)
  }

  function takeLimit({ status, resetsAt, rateLimitType = 'of use' }: RateLimit): void {
    const until = resetsAt === undefined ? null : resetsAt * 1000
    if (status === 'rejected') tellLimit(until, `the limit ${rateLimitType} is reached`)
  }

  function tellLimit(until: number | null, reason: string): void {
    limitedUntil = until
    hear({ is: 'rate-limited', until, reason })
  }

  function takeResult(result: ClaudeResult): void {
    usage.endTurn(result)
    recorded.turn(usage.soFar(), (result.duration_ms ?? 0) / 1000)
    tellUsage()
  }

  function takeMessage(message: AssistantMessage, helper: string | null): void {
    // Claude Code's own words about an error, sent as a message of the model: the model has not worked, so they
    // are no sign.
    if (message.model === '<synthetic>')
      return transcript.write('err', Buffer.from(`${textIn(message.content)}\n`))
    work.take(message.content, helper)
    usage.addMessage(message)
    tellUsage()
  }

  function tellUsage(): void {
    const soFar = usage.soFar()
    if (tokensOf(soFar) > 0) hear({ is: 'usage', usage: soFar })
  }

  function print(line: string): void {
    transcript.write('out', Buffer.from(`${line}\n`))
  }
}
