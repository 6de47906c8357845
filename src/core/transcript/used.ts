/** What an agent has used between two moments. */
import { estimatedIn, type Usage } from '../agent/usage.ts'
import type { Used } from './entry.ts'

export function usedSince(before: Usage, now: Usage): Used {
  const costUsd = now.costUsd === null ? null : Math.max(0, now.costUsd - (before.costUsd ?? 0))
  return {
    inputTokens: Math.max(0, now.inputTokens - before.inputTokens),
    outputTokens: Math.max(0, now.outputTokens - before.outputTokens),
    cacheReadTokens: Math.max(0, now.cacheReadTokens - before.cacheReadTokens),
    cacheWriteTokens: Math.max(0, now.cacheWriteTokens - before.cacheWriteTokens),
    costUsd,
    isEstimated: estimatedIn(now) > estimatedIn(before),
  }
}
