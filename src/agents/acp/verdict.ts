/** How a conversation in the Agent Client Protocol has ended. */
import type { PromptResponse, StopReason } from '@agentclientprotocol/sdk/unstable'
import type { Failure } from '../../core/run/failure.ts'
import type { AcpError, Reply } from './connection.ts'
import { failureOfError } from './failure.ts'
import type { Opened } from './session.ts'

export type Verdict =
  | { readonly is: 'succeeded' }
  | { readonly is: 'failed'; readonly failure: Failure }
  /**
   * The agent has ended, it has closed its output, or it was stopped. isReady: it had answered `initialize`
   * before.
   */
  | { readonly is: 'over'; readonly isReady: boolean }

/** The reasons of agents that gave up because of their model. */
export const REFUSED = 'the model refused to continue'
export const OUT_OF_TOKENS = 'the model had no tokens left for its answer'

export function verdictOf(reply: Reply<PromptResponse>, agent: string): Verdict {
  switch (reply.is) {
    case 'over':
      return { is: 'over', isReady: true }
    case 'error':
      return failedBy(reply.error, agent)
    case 'answer':
      return verdictOn(reply.value.stopReason)
  }
}

function verdictOn(reason: StopReason): Verdict {
  switch (reason) {
    case 'end_turn':
      return { is: 'succeeded' }
    case 'refusal':
      return failed({ is: 'gave-up', reason: REFUSED })
    case 'max_tokens':
      return failed({ is: 'gave-up', reason: OUT_OF_TOKENS })
    case 'max_turn_requests':
      return failed({
        is: 'gave-up',
        reason: 'it reached the maximum number of model calls in one turn',
      })
    case 'cancelled':
      return failed({ is: 'gave-up', reason: 'it cancelled its turn' })
  }
}

export function verdictOnOpening(
  opened: Exclude<Opened, { readonly is: 'open' }>,
  agent: string,
  model: string | null,
): Verdict {
  switch (opened.is) {
    case 'over':
      return { is: 'over', isReady: true }
    case 'error':
      return failedBy(opened.error, agent)
    case 'no-such-model':
      return cannotStart(`${agent} has no model "${model}"; it has ${opened.offered.join(', ')}`)
  }
}

export const failedBy = (error: AcpError, agent: string): Verdict =>
  failed(failureOfError(error, agent, Date.now()))

export const otherProtocol = (theirs: number, ours: number): Verdict =>
  cannotStart(`it speaks version ${theirs} of the Agent Client Protocol, and we speak ${ours}`)

const cannotStart = (reason: string): Verdict =>
  failed({ is: 'cannot-start', reason, passing: false })

const failed = (failure: Failure): Verdict => ({ is: 'failed', failure })
