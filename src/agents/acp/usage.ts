/** What an agent that speaks ACP has used, added up from the several ways in which agents tell. */
import type { PromptResponse } from '@agentclientprotocol/sdk/unstable'
import { NO_USAGE, plusUsage, tokensOf, type Tokens, type Usage } from '../../core/agent/usage.ts'
import type { SpokenAgentOptions } from '../spoken-agent-options.ts'

export interface AcpUsage {
  /** As it says itself, in dollars, of the whole conversation. */
  cost(amount: number): void
  /** What was said before the first prompt, or is known, others have spent. */
  begin(known: number): void
  /** At the end of a turn; the tokens are those of that turn. */
  turn(response: PromptResponse): void
  /** null: nothing is known yet. */
  sum(): Usage | null
}

export function acpUsage(
  priceOf: SpokenAgentOptions['priceOf'],
  modelOf: () => string | null,
): AcpUsage {
  let tokens = NO_USAGE
  let price: number | null = null
  let cost: number | null = null
  let before = 0

  return {
    cost: (amount) => (cost = amount),
    begin(known) {
      before = cost ?? known
      cost = null
    },
    turn(response) {
      const used = tokensIn(response)
      if (used === null) return
      tokens = plusUsage(tokens, { ...used, costUsd: null, costFrom: null })
      const paid = priceOf(modelIn(response) ?? modelOf(), used)
      if (paid !== null) price = (price ?? 0) + paid
    },
    sum() {
      if (cost === null && tokensOf(tokens) === 0) return null
      if (cost !== null)
        return { ...tokens, costUsd: Math.max(0, cost - before), costFrom: 'agent' }
      const costFrom = price === null ? null : 'table'
      return { ...tokens, costUsd: price, costFrom, estimatedUsd: price ?? 0 }
    },
  }
}

interface Quota {
  readonly token_count?: { readonly input_tokens?: number; readonly output_tokens?: number }
  readonly model_usage?: readonly { readonly model?: string }[]
}

const quotaIn = ({ _meta }: PromptResponse): Quota | undefined =>
  _meta?.['quota'] as Quota | undefined

const modelIn = (response: PromptResponse): string | null =>
  quotaIn(response)?.model_usage?.[0]?.model ?? null

function tokensIn(response: PromptResponse): Tokens | null {
  const { usage } = response
  if (usage) return disjoint(usage)
  const { input_tokens: inputTokens = 0, output_tokens: outputTokens = 0 } =
    quotaIn(response)?.token_count ?? {}
  if (inputTokens + outputTokens === 0) return null
  return { inputTokens, outputTokens, cacheReadTokens: 0, cacheWriteTokens: 0 }
}

/** Some count what was read from the cache, or thought, twice; their own sum tells. */
function disjoint(usage: NonNullable<PromptResponse['usage']>): Tokens {
  const { inputTokens, outputTokens, totalTokens } = usage
  const cacheReadTokens = usage.cachedReadTokens ?? 0
  const cacheWriteTokens = usage.cachedWriteTokens ?? 0
  const thought = usage.thoughtTokens ?? 0
  const cached = cacheReadTokens + cacheWriteTokens
  const isCachedApart = totalTokens >= inputTokens + outputTokens + cached
  const rest = totalTokens - inputTokens - outputTokens - (isCachedApart ? cached : 0)
  return {
    inputTokens: isCachedApart ? inputTokens : Math.max(0, inputTokens - cached),
    outputTokens: outputTokens + (rest >= thought ? thought : 0),
    cacheReadTokens,
    cacheWriteTokens,
  }
}
