/** Why an agent that speaks the Agent Client Protocol has not answered, as a failure of planning. */
import { wellKnownAgent } from '../agents/known/find-agent.ts'
import { OUT_OF_TOKENS, REFUSED, type Verdict } from '../agents/acp/verdict.ts'
import type { Usage } from '../core/agent/usage.ts'
import type { Failure } from '../core/run/failure.ts'
import { foreignWords, modelFailure } from './model-failure.ts'
import type { ModelFailure } from './planning-model.ts'

export type Ending =
  | Extract<Verdict, { is: 'failed' }>
  | (Extract<Verdict, { is: 'over' }> & {
      /** null: the program still runs. */
      readonly code: number | null
      /** What it printed last on standard error. */
      readonly words: string
      readonly helloSeconds: number
    })

export interface Asked {
  readonly name: string
  readonly program: string
  readonly usage: Usage
}

export function acpFailure(ending: Ending, asked: Asked): ModelFailure {
  return ending.is === 'failed' ? failureOf(ending.failure, asked) : overOf(ending, asked)
}

export const missingAgent = (name: string, program: string): ModelFailure =>
  modelFailure('missing-cli', `${name} is not installed: there is no program "${program}"`, {
    remedy: `${installing(program)}, or plan with --offline`,
  })

const installing = (program: string): string => {
  const install = wellKnownAgent(program)?.install
  return install === undefined ? 'correct its command, or PATH' : `install it: ${install}`
}

function failureOf(failure: Failure, { name, program, usage }: Asked): ModelFailure {
  const reason = foreignWords('reason' in failure ? failure.reason : failure.is)
  switch (failure.is) {
    case 'not-logged-in': {
      const logIn = wellKnownAgent(program)?.logIn ?? `log in to ${program}`
      const remedy = `${logIn}, or plan with --offline`
      return modelFailure('no-key', `${name} is not logged in: ${reason}`, { usage, remedy })
    }
    case 'rate-limited': {
      const retryAfterSeconds = secondsUntil(failure.until)
      const says = `${name} is rate limited: ${reason}`
      return modelFailure('rate-limited', says, { usage, retryAfterSeconds })
    }
    case 'model': {
      const why = failure.status === null ? 'network' : 'overloaded'
      const remedy = 'try again later, or plan with --offline'
      return modelFailure(why, `the model of ${name} failed: ${reason}`, { usage, remedy })
    }
    default:
      return modelFailure(WHY[reason] ?? 'error', `${name} gave up: ${reason}`, { usage })
  }
}

const WHY: Readonly<Record<string, ModelFailure['why']>> = {
  [REFUSED]: 'refused',
  [OUT_OF_TOKENS]: 'truncated',
}

const secondsUntil = (until: number | null): number | null =>
  until === null ? null : Math.max(0, Math.ceil((until - Date.now()) / 1000))

function overOf(
  { isReady, code, words, helloSeconds }: Extract<Ending, { is: 'over' }>,
  { name, usage }: Asked,
): ModelFailure {
  const printed = words === '' ? '' : `: ${words}`
  if (code !== null)
    return modelFailure('error', `${name} ended with exit code ${code}${printed}`, { usage })
  if (!isReady)
    return modelFailure('error', `${name} did not answer within ${helloSeconds} s${printed}`, {
      usage,
      remedy: 'does its command speak ACP? See docs/agents.md, or plan with --offline',
    })
  return modelFailure('error', `${name} closed its output${printed}`, { usage })
}
