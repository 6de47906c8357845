/** Planning by any agent that speaks the Agent Client Protocol: one conversation for each question, without any tool. */
import { setTimeout as sleep } from 'node:timers/promises'
import { converse, type AcpConversation } from '../agents/acp/conversation.ts'
import type { Verdict } from '../agents/acp/verdict.ts'
import { cleanEnvironment } from '../agents/clean-environment.ts'
import type { TranscriptWriter } from '../agents/transcript/transcript.ts'
import type { AgentSettings } from '../core/agent/agent-settings.ts'
import type { Sign } from '../core/agent/sign.ts'
import { NO_USAGE, type Tokens, type Usage } from '../core/agent/usage.ts'
import { lastLinesOf } from '../core/text/plain-text.ts'
import { findProgram } from '../processes/find-program.ts'
import type { KeptProcess } from '../processes/kept-process.ts'
import { acpFailure, missingAgent, type Ending } from './acp-failure.ts'
import { collect, whenAborted, withProgram } from './ask-program.ts'
import { jsonInText } from './json-in-text.ts'
import { foreignWords, modelFailure, stoppedBy } from './model-failure.ts'
import type { ModelAnswer, PlanningModel, Question } from './planning-model.ts'
import { inOneText } from './with-schema.ts'

export interface AcpAgentOptions {
  readonly agent: string
  readonly settings: Pick<AgentSettings, 'command' | 'arguments' | 'model' | 'environment' | 'pass'>
  /** The environment of Conductor itself. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** null: the price of this model is unknown. */
  readonly priceOf: (model: string | null, tokens: Tokens) => number | null
}

/** How many seconds the agent may take to answer the first request. */
const HELLO_SECONDS = 60
/** How many milliseconds it has to end by itself after its answer, or after it has closed its output. */
const FAREWELL = 500
/** An agent that wants tools again and again would be paid for it until the time is up. */
const MOST_REFUSALS = 10
const REFUSAL = 'There are no tools here. Answer with the JSON object that was asked for.'

export function acpAgentModel(options: AcpAgentOptions): PlanningModel {
  const name = `the agent "${options.agent}"`
  return {
    backend: 'agent',
    name,
    async ask(question, signal) {
      const { settings, environment: ours } = options
      const environment = { ...cleanEnvironment(ours, settings.pass), ...settings.environment }
      const [program = ''] = settings.command
      if (signal.aborted) return stoppedBy(signal, name)
      if (findProgram(program, environment['PATH']) === null) return missingAgent(name, program)
      const command = [...settings.command, ...settings.arguments]
      try {
        return await withProgram({ command, environment }, (kept, directory) =>
          talk(options, { kept, directory, question, signal, name }),
        )
      } catch (error) {
        const reason = foreignWords((error as Error).message)
        return modelFailure('error', `${name} cannot be started: ${reason}`)
      }
    },
  }
}

interface Talk {
  readonly kept: KeptProcess
  readonly directory: string
  readonly question: Question
  readonly signal: AbortSignal
  readonly name: string
}

async function talk(options: AcpAgentOptions, now: Talk): Promise<ModelAnswer> {
  const { kept, directory, question, signal, name } = now
  const { agent, settings, priceOf } = options
  const errors = collect(kept.errors)
  const heard = openEars()
  const stop = Promise.race([whenAborted(signal), heard.tooManyRefusals])
  const conversation = converse({
    agent,
    pipes: { input: kept.input, output: kept.output, over: kept.ended },
    stopped: stop.then(() => {}),
    session: { directory, mcpServers: [], model: settings.model },
    permissions: 'none',
    prompt: inOneText(question),
    earlier: null,
    helloSeconds: HELLO_SECONDS,
    priceOf,
    transcript: NOWHERE,
    hear: (sign) => heard.hear(sign, conversation),
  })
  const verdict = await conversation.verdict
  const usage = heard.usage()
  if (signal.aborted) return stoppedBy(signal, name, usage)
  if (heard.refusals() > MOST_REFUSALS) return onlyTools(name, usage)
  if (verdict.is === 'succeeded') return answerIn(heard, name)
  const ending = await endingOf(now, verdict, errors)
  return acpFailure(ending, { name, usage, program: settings.command[0]! })
}

const onlyTools = (name: string, usage: Usage): ModelAnswer =>
  modelFailure('error', `${name} wants to use tools again and again instead of answering`, {
    usage,
  })

/** The words of an agent that ends by itself come with its end, a moment after its output was closed. */
async function endingOf(
  { kept }: Talk,
  verdict: Exclude<Verdict, { is: 'succeeded' }>,
  errors: () => string,
): Promise<Ending> {
  if (verdict.is === 'failed') return verdict
  const code = await Promise.race([kept.ended, sleep(FAREWELL, null, { ref: false })])
  const words = foreignWords(lastLinesOf(errors(), 3).join(' '))
  return { ...verdict, code, words, helloSeconds: HELLO_SECONDS }
}

function answerIn({ said, model, usage }: Ears, name: string): ModelAnswer {
  const value = jsonInText(said())
  return value === null
    ? modelFailure('malformed', `${name} did not answer with JSON`, { usage: usage() })
    : { is: 'answer', value, model: model(), usage: usage() }
}

interface Ears {
  hear(sign: Sign, conversation: AcpConversation): void
  said(): string
  model(): string | null
  usage(): Usage
  refusals(): number
  readonly tooManyRefusals: Promise<void>
}

/** Keeps what the agent says, and refuses every tool that the agent wants to use. */
function openEars(): Ears {
  const lines: string[] = []
  let model: string | null = null
  let usage = NO_USAGE
  let refusals = 0
  const { promise: tooManyRefusals, resolve: giveUp } = Promise.withResolvers<void>()
  return {
    hear(sign, conversation) {
      if (sign.is === 'said') lines.push(sign.text)
      else if (sign.is === 'conversation') model = sign.model
      else if (sign.is === 'usage') usage = sign.usage
      else if (sign.is === 'permission') {
        if (++refusals > MOST_REFUSALS) return giveUp()
        conversation.decide(sign.request.id, { allowed: false, why: REFUSAL })
      }
    },
    said: () => lines.join('\n'),
    model: () => model,
    usage: () => usage,
    refusals: () => refusals,
    tooManyRefusals,
  }
}

/** What a planning agent does besides answering is kept nowhere. */
const NOWHERE: TranscriptWriter = {
  write: () => {},
  record: () => {},
  result: () => ({ take: () => {}, end: () => {} }),
  note: () => {},
  lastLines: () => [],
  close: () => {},
}
