/** What an attempt has used of a model: tokens, and what they cost. */

export interface Usage {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheReadTokens: number
  readonly cacheWriteTokens: number
  /** null: neither the agent nor our price table knows the cost. */
  readonly costUsd: number | null
  /** agent: its own figure. table: from our price table. imputed: what it would have cost without a subscription. */
  readonly costFrom: 'agent' | 'table' | 'imputed' | null
  /** The part of the cost from our price table, until the agent reports its own figure. Absent: see estimatedIn. */
  readonly estimatedUsd?: number
}

/** What an agent has used, without what it costs. */
export type Tokens = Omit<Usage, 'costUsd' | 'costFrom' | 'estimatedUsd'>

/** Older events say only for the whole cost where it came from. */
export const estimatedIn = ({ costUsd, costFrom, estimatedUsd }: Usage): number =>
  estimatedUsd ?? (costFrom === 'table' ? (costUsd ?? 0) : 0)

export const NO_USAGE: Usage = {
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  costUsd: null,
  costFrom: null,
  estimatedUsd: 0,
}

export const tokensOf = (usage: Usage): number =>
  usage.inputTokens + usage.outputTokens + usage.cacheReadTokens + usage.cacheWriteTokens

/** An unknown cost counts as zero; `costFrom` is that of the last known cost. */
export const plusUsage = (a: Usage, b: Usage): Usage => ({
  inputTokens: a.inputTokens + b.inputTokens,
  outputTokens: a.outputTokens + b.outputTokens,
  cacheReadTokens: a.cacheReadTokens + b.cacheReadTokens,
  cacheWriteTokens: a.cacheWriteTokens + b.cacheWriteTokens,
  costUsd: a.costUsd === null && b.costUsd === null ? null : (a.costUsd ?? 0) + (b.costUsd ?? 0),
  costFrom: b.costFrom ?? a.costFrom,
  estimatedUsd: estimatedIn(a) + estimatedIn(b),
})

/** What a model costs, in USD per million tokens. */
export interface Price {
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite: number
}

/** 950, 12.3k, 4.56M: for people. */
export function formatTokens(tokens: number): string {
  if (tokens < 1000) return String(tokens)
  if (tokens < 999_950) return `${(tokens / 1000).toFixed(1)}k`
  return `${(tokens / 1_000_000).toFixed(2)}M`
}
