/**
 * One process of Claude Code, with which Conductor speaks over standard input and output: its turns, its
 * permission requests, and the guidance that people give meanwhile.
 */
import type { Decision, Guided } from '../../conduct/ports.ts'
import type { AgentProcess } from '../agent-processes.ts'
import { toolInputOf } from '../tool-input.ts'
import { changesIn } from './calls.ts'
import { deedOf, questionIn } from './deed.ts'
import {
  isClaudeEvent,
  type BackgroundTask,
  type ClaudeEvent,
  type ClaudeResult,
  type ControlRequest,
} from './output-events.ts'
import { claudeGuidance } from './guidance.ts'
import { claudePermissions, type ToolAnswer } from './permissions.ts'
import { claudeSigns, type SignOptions } from './output-to-signs.ts'
import { readJsonLines } from '../json-lines.ts'

export interface ClaudeSession {
  guide(text: string): Promise<Guided>
  /** false: Claude Code no longer waits for this decision. */
  decide(request: string, decision: Decision): boolean
  /**
   * Resolves when nothing more is to come: Claude Code has given its last result and had time to exit, or the
   * process has ended.
   */
  readonly over: Promise<void>
  /** The result of the last turn; null when another turn has begun since. */
  result(): ClaudeResult | null
  hasSpoken(): boolean
  /** When the model may be used again; null: unknown. */
  limitedUntil(): number | null
}

/** How many milliseconds Claude Code has to exit when there is nothing left to do. */
const FAREWELL = 3000
/**
 * Within how many milliseconds after a turn Claude Code begins the next one when guidance waits for it or a
 * background task has ended.
 */
const ANOTHER_TURN = 5000
/** How many milliseconds background commands are waited for: they may be tests, but also servers that never end. */
const BACKGROUND = 120_000

const ASKED =
  'Your question has been passed on to a person. Do nothing more now: end your turn. The answer is the next message you get.'

export function openClaudeSession(
  process: AgentProcess,
  options: SignOptions,
  firstWords: string,
): ClaudeSession {
  const { directory, transcript, hear } = options
  const signs = claudeSigns(options)
  const permissions = claudePermissions(hear, answer)
  const guidance = claudeGuidance()
  const over = Promise.withResolvers<void>()
  let result: ClaudeResult | null = null
  let background: readonly BackgroundTask[] = []
  /** A background task was running when the last turn ended: its end begins another turn. */
  let hadBackground = false
  let hasSpoken = false
  let isOver = false
  let patience: NodeJS.Timeout | undefined

  readJsonLines(process.output, {
    onValue: (value) => isClaudeEvent(value) && hearEvent(value),
    onNoise: signs.print,
  })
  void process.ended.then(() => over.resolve())
  void over.promise.then(settle)
  transcript.record({ told: firstWords, prompt: true })
  send(userMessage(firstWords))

  return {
    guide,
    decide,
    over: over.promise,
    result: () => result,
    hasSpoken: () => hasSpoken,
    limitedUntil: signs.limitedUntil,
  }

  function settle(): void {
    isOver = true
    clearTimeout(patience)
    if (guidance.giveUp()) transcript.note('it ended before it read the last message')
  }

  function hearEvent(event: ClaudeEvent): void {
    hasSpoken = true
    clearTimeout(patience)
    signs.take(event)
    follow(event)
    if (result !== null && !isOver) awaitMore(result)
  }

  function follow(event: ClaudeEvent): void {
    switch (event.type) {
      case 'system':
        if (event.subtype === 'init') result = null
        if (event.subtype === 'background_tasks_changed') background = event.tasks ?? []
        return
      case 'assistant':
        result = null
        return
      case 'result':
        result = event
        guidance.turnEnded()
        hadBackground = background.length > 0
        return
      case 'command_lifecycle':
        // Guidance that is given between two turns begins the next turn.
        if (guidance.acknowledge(event.command_uuid ?? '', event.state ?? '')) result = null
        return
      case 'control_request':
        return takeRequest(event)
      case 'control_cancel_request':
        return permissions.withdraw(event.request_id ?? '')
      default:
        return
    }
  }

  /** After a turn Claude Code either goes on with what waits for it, or is sent home. */
  function awaitMore({ is_error: hasFailed = false }: ClaudeResult): void {
    const onlyCommands = background.every(({ task_type }) => task_type === 'local_bash')
    if (guidance.isWaiting()) waitFor(ANOTHER_TURN)
    else if (hasFailed) sendHome()
    else if (background.length > 0 && onlyCommands) waitFor(BACKGROUND)
    // Claude Code's own helpers are waited for as long as they work.
    else if (background.length > 0) return
    else if (hadBackground) waitFor(ANOTHER_TURN)
    else sendHome()
  }

  function waitFor(milliseconds: number): void {
    patience = setTimeout(sendHome, milliseconds)
  }

  /**
   * Closes the input, which may be too early: if Claude Code begins another turn all the same, that turn is
   * heard to its end.
   */
  function sendHome(): void {
    process.input.end()
    patience = setTimeout(over.resolve, FAREWELL)
  }

  function takeRequest({ request_id: id, request }: ControlRequest): void {
    if (request.subtype !== 'can_use_tool') return refuse(id)
    const question = request.tool_name === 'AskUserQuestion' ? questionIn(request.input) : null
    if (question !== null) {
      const { decision, options: choices, context } = question
      transcript.record({ question: decision, options: choices, context })
      hear({ is: 'question', question })
      return answer(id, { behavior: 'deny', message: ASKED })
    }
    const { name, what } = deedOf(request.tool_name ?? '', request.input, directory)
    const forCall = request.tool_use_id === undefined ? {} : { forCall: request.tool_use_id }
    transcript.record({ asks: id, name, what, ...forCall })
    const fields = (request.input ?? {}) as Readonly<Record<string, unknown>>
    const input = toolInputOf(what, fields, changesIn(name, fields, directory))
    permissions.ask({ id, tool: name, what, ...(input && { input }) }, request.input)
  }

  function decide(request: string, decision: Decision): boolean {
    const isHeard = permissions.decide(request, decision)
    if (isHeard) transcript.record({ decided: request, ...decision })
    return isHeard
  }

  async function guide(text: string): Promise<Guided> {
    if (!process.input.writable) return 'too-late'
    transcript.record({ told: text })
    return guidance.give((uuid) => send({ ...userMessage(text), uuid, priority: 'next' }))
  }

  function answer(request_id: string, response: ToolAnswer): void {
    send({ type: 'control_response', response: { subtype: 'success', request_id, response } })
  }

  /** Answers a request that we do not know with an error, so that Claude Code does not wait for ever. */
  function refuse(request_id: string): void {
    const response = { subtype: 'error', request_id, error: 'not supported' }
    send({ type: 'control_response', response })
  }

  function send(message: unknown): void {
    if (process.input.writable) process.input.write(`${JSON.stringify(message)}\n`)
  }
}

const userMessage = (content: string) => ({ type: 'user', message: { role: 'user', content } })
