/** What an agent that speaks ACP has used, added up from the several ways in which agents report it. */
import type { PromptResponse } from '@agentclientprotocol/sdk/unstable'
import { NO_USAGE, plusUsage, tokensOf, type Tokens, type Usage } from '../../core/agent/usage.ts'
import type { SpokenAgentOptions } from '../spoken-agent-options.ts'

export interface AcpUsage {
  /** Takes the cost of the whole conversation in dollars, as the agent reports it. */
  cost(amount: number): void
  /**
   * Begins the attempt: earlier attempts have spent the cost that was reported before the first prompt, or else
   * `spentBefore`.
   */
  begin(spentBefore: number): void
  /** Called at the end of a turn; the tokens in the response are those of that turn. */
  turn(response: PromptResponse): void
  /** null: the agent has reported nothing yet. */
  sum(): Usage | null
}

export function acpUsage(
  priceOf: SpokenAgentOptions['priceOf'],
  modelOf: () => string | null,
): AcpUsage {
  let tokens = NO_USAGE
  let price: number | null = null
  let cost: number | null = null
  let costBefore = 0

  return {
    cost: (amount) => (cost = amount),
    begin(spentBefore) {
      costBefore = cost ?? spentBefore
      cost = null
    },
    turn(response) {
      const used = tokensIn(response)
      if (used === null) return
      tokens = plusUsage(tokens, { ...used, costUsd: null, costFrom: null })
      const turnPrice = priceOf(modelIn(response) ?? modelOf(), used)
      if (turnPrice !== null) price = (price ?? 0) + turnPrice
    },
    sum() {
      if (cost === null && tokensOf(tokens) === 0) return null
      if (cost !== null)
        return { ...tokens, costUsd: Math.max(0, cost - costBefore), costFrom: 'agent' }
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

/** Some agents count the tokens read from the cache, or the thinking tokens, twice; their own total shows which. */
function disjoint(usage: NonNullable<PromptResponse['usage']>): Tokens {
  const { inputTokens, outputTokens, totalTokens } = usage
  const cacheReadTokens = usage.cachedReadTokens ?? 0
  const cacheWriteTokens = usage.cachedWriteTokens ?? 0
  const thoughtTokens = usage.thoughtTokens ?? 0
  const cachedTokens = cacheReadTokens + cacheWriteTokens
  const isCachedApart = totalTokens >= inputTokens + outputTokens + cachedTokens
  const uncountedTokens =
    totalTokens - inputTokens - outputTokens - (isCachedApart ? cachedTokens : 0)
  return {
    inputTokens: isCachedApart ? inputTokens : Math.max(0, inputTokens - cachedTokens),
    outputTokens: outputTokens + (uncountedTokens >= thoughtTokens ? thoughtTokens : 0),
    cacheReadTokens,
    cacheWriteTokens,
  }
}
