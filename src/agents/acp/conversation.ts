/**
 * The conversation of one attempt with an agent: hello, a session, and turns until there are no more words for
 * the agent.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { InitializeResponse, PromptResponse } from '@agentclientprotocol/sdk/unstable'
import type { Assignment, Decision, Guided, Hear } from '../../conduct/ports.ts'
import manifest from '../../../package.json' with { type: 'json' }
import type { PermissionRequest } from '../../core/agent/sign.ts'
import { abilitiesOf, type AcpAbilities } from './abilities.ts'
import { connectAcp, type AcpConnection, type AcpPipes, type Reply } from './connection.ts'
import { openPermissions, MODES, type AcpPermissionLevel } from './permissions.ts'
import { openSession, type AcpSession, type SessionWish } from './session.ts'
import { acpSigns } from './signs.ts'
import { acpUsage } from './usage.ts'
import { failedBy, otherProtocol, verdictOf, verdictOnOpening, type Verdict } from './verdict.ts'
import type { SpokenAgentOptions } from '../spoken-agent-options.ts'
import type { TranscriptWriter } from '../transcript/transcript.ts'
import { waitingWords } from './waiting-words.ts'

export interface AcpTopic {
  /** The name that people use for the agent. */
  readonly agent: string
  readonly pipes: AcpPipes
  /** Resolves when the conversation is to stop. */
  readonly stopped: Promise<void>
  readonly session: Pick<SessionWish, 'directory' | 'mcpServers' | 'model'>
  readonly permissions: AcpPermissionLevel
  /**
   * prompt: all that the agent is told. earlier: a conversation to go on with, and what the agent is told there
   * instead.
   */
  readonly prompt: string
  readonly earlier: Assignment['conversation']
  readonly helloSeconds: number
  readonly priceOf: SpokenAgentOptions['priceOf']
  readonly transcript: TranscriptWriter
  readonly hear: Hear
}

export interface AcpConversation {
  readonly verdict: Promise<Verdict>
  guide(text: string): Promise<Guided>
  /** false: the agent no longer waits for this decision. */
  decide(request: string, decision: Decision): boolean
}

/** The version of the protocol that we speak. */
const PROTOCOL = 1
/** How many milliseconds a cancelled turn has to end. */
const MANNERS = 1000

const GO_ON = 'Go on with your task, and mind this:'

/** We offer neither files nor terminals: agents read, write and run by themselves, where we can watch them. */
const HELLO = {
  protocolVersion: PROTOCOL,
  clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
  clientInfo: { name: 'conductor', title: 'Conductor', version: manifest.version },
}

interface Talk {
  readonly connection: AcpConnection
  readonly abilities: AcpAbilities
  readonly session: AcpSession
}

/** A permission that a person has refused. isHeard: the agent knows the reason, or the person gave none. */
interface Refusal {
  readonly text: string
  isHeard: boolean
}

export function converse(topic: AcpTopic): AcpConversation {
  const { hear, transcript } = topic
  let model: string | null = null
  const waiting = waitingWords()
  /** Prompts sent in the middle of a turn: the turn is over when all of them are answered. */
  let extraPrompts: readonly Promise<Reply<PromptResponse>>[] = []
  /** The refusals of this turn. */
  let refusals: readonly Refusal[] = []
  let talk: Talk | null = null
  let isStopped = false
  let isOver = false
  const usage = acpUsage(topic.priceOf, () => model)
  const signs = acpSigns(hear, transcript, usage)
  const permissions = openPermissions(topic.permissions, (sign) => {
    if (sign.is === 'permission') recordAsked(sign.request)
    hear(sign)
  })

  return {
    verdict: begin().finally(end),
    guide,
    decide,
  }

  async function begin(): Promise<Verdict> {
    const over = Promise.race([topic.pipes.over, topic.stopped.then(breakOff)])
    const connection = await connectAcp(
      { ...topic.pipes, over },
      {
        // Updates that arrive before the first prompt are an earlier conversation that the agent replays.
        onUpdate: ({ update }) => (talk === null ? signs.recall(update) : signs.take(update)),
        onPermission: ({ toolCall, options }, signal) =>
          permissions.ask({ tool: signs.wanted(toolCall), options, signal }),
        onNoise: (line) => transcript.write('out', Buffer.from(`${line}\n`)),
      },
    )
    const hello = await connection.ask<InitializeResponse>(
      'initialize',
      HELLO,
      Promise.race([topic.stopped, sleep(topic.helloSeconds * 1000, null, { ref: false })]),
    )
    if (hello.is === 'over') return { is: 'over', isReady: false }
    if (hello.is === 'error') return failedBy(hello.error, topic.agent)
    const { protocolVersion } = hello.value
    if (protocolVersion !== PROTOCOL) return otherProtocol(protocolVersion, PROTOCOL)
    const abilities = abilitiesOf(hello.value)
    const earlier = topic.earlier?.id ?? null
    const wish = { ...topic.session, earlier, modes: MODES[topic.permissions] }
    const opened = await openSession(connection, abilities, wish, transcript.note)
    if (opened.is !== 'open') return verdictOnOpening(opened, topic.agent, topic.session.model)
    return takeTurns(connection, abilities, opened.session)
  }

  async function takeTurns(
    connection: AcpConnection,
    abilities: AcpAbilities,
    session: AcpSession,
  ): Promise<Verdict> {
    model = session.model
    hear({ is: 'conversation', id: session.id, model })
    usage.begin(session.isEarlier ? (topic.earlier?.spentUsd ?? 0) : 0)
    const now: Talk = { connection, abilities, session }
    talk = now
    let words = topic.earlier !== null && session.isEarlier ? topic.earlier.say : topic.prompt
    transcript.record({ told: words, prompt: true })
    for (;;) {
      const reply = await turn(now, [words, ...waiting.take()].join('\n\n'))
      if (!goesOn(reply)) return verdictOf(faultIn(reply), topic.agent)
      words = GO_ON
    }
  }

  /** Some agents end their turn when a permission is refused: they are told to go on without it. */
  function goesOn(reply: Reply<PromptResponse>): boolean {
    if (reply.is !== 'answer' || isStopped) return false
    const isBrokenOff = reply.value.stopReason === 'cancelled'
    const unheard = refusals.filter(({ isHeard }) => isBrokenOff || !isHeard)
    unheard.forEach(({ text }) => void waiting.add(text))
    refusals = []
    return waiting.areThere()
  }

  function faultIn(reply: Reply<PromptResponse>): Reply<PromptResponse> {
    const message = signs.fault()
    if (reply.is !== 'answer' || message === null) return reply
    return { is: 'error', error: { code: 0, message, data: undefined } }
  }

  async function turn(now: Talk, words: string): Promise<Reply<PromptResponse>> {
    let reply = await prompt(now, words)
    for (; extraPrompts.length > 0 && reply.is !== 'over'; extraPrompts = extraPrompts.slice(1))
      reply = await extraPrompts[0]!
    return reply
  }

  async function prompt(
    { connection, session }: Talk,
    text: string,
  ): Promise<Reply<PromptResponse>> {
    const request = { sessionId: session.id, prompt: [{ type: 'text', text }] }
    const begun = Date.now()
    const reply = await connection.ask<PromptResponse>('session/prompt', request)
    signs.flush()
    if (reply.is === 'answer') {
      usage.turn(reply.value)
      signs.endTurn((Date.now() - begun) / 1000)
      signs.tellUsage()
    }
    return reply
  }

  /** Cancels the turn and resolves after MANNERS, when every open request ends. */
  async function breakOff(): Promise<void> {
    isStopped = true
    if (talk !== null && !isOver) cancel(talk)
    await sleep(MANNERS, null, { ref: false })
  }

  /** The protocol demands that every open permission request is answered when a turn is cancelled. */
  function cancel({ connection, session }: Talk): void {
    connection.tell('session/cancel', { sessionId: session.id })
    permissions.voidAll()
  }

  function recordAsked({ id, tool, what }: PermissionRequest): void {
    transcript.record({ asks: id, name: tool, what })
  }

  async function guide(text: string): Promise<Guided> {
    signs.flush()
    transcript.record({ told: text })
    return passOn(text)
  }

  async function passOn(text: string): Promise<Guided> {
    if (talk === null || isOver) return waiting.add(text)
    const now = talk
    switch (now.abilities.steer) {
      case 'extension':
        return (await steer(now, text)) ? 'steered' : waiting.add(text)
      case 'second-prompt':
        extraPrompts = [...extraPrompts, prompt(now, text)]
        return 'steered'
      case 'cancel-and-prompt': {
        const heard = waiting.add(text)
        cancel(now)
        return heard
      }
    }
  }

  /**
   * false: the agent's turn has just ended. When an agent answers with an error, it cannot be steered after
   * all: its turn is cancelled.
   */
  async function steer(now: Talk, text: string): Promise<boolean> {
    const reply = await now.connection.ask<{ readonly outcome?: string }>('_session/steering', {
      sessionId: now.session.id,
      prompt: [{ type: 'text', text }],
      _meta: { steering: { idleBehavior: 'promptRequired' } },
    })
    if (reply.is === 'error' && !isOver) cancel(now)
    return reply.is === 'answer' && reply.value.outcome === 'injected'
  }

  function decide(request: string, { allowed, why }: Decision): boolean {
    const isAnswered = permissions.answer(request, allowed ? 'allow' : 'reject')
    if (isAnswered) transcript.record({ decided: request, allowed, why })
    if (!isAnswered || allowed) return isAnswered
    const text = why === null ? 'This was not allowed.' : `This was not allowed: ${why}`
    const refusal = { text, isHeard: why === null }
    refusals = [...refusals, refusal]
    if (why !== null && talk !== null) void explain(talk, refusal)
    return true
  }

  /**
   * Tells the agent why a permission was refused; goesOn repeats a reason that the agent has not heard in this
   * turn.
   */
  async function explain(now: Talk, refusal: Refusal): Promise<void> {
    switch (now.abilities.steer) {
      case 'extension':
        refusal.isHeard = await steer(now, refusal.text)
        return
      case 'second-prompt':
        refusal.isHeard = (await passOn(refusal.text)) === 'steered'
        return
      case 'cancel-and-prompt':
        return cancel(now)
    }
  }

  function end(): void {
    isOver = true
    signs.flush()
    permissions.voidAll()
    waiting.close()
  }
}
