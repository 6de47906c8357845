/** What an attempt of Claude Code has used so far: exact at the end of each turn, and an estimate during a turn. */
import { NO_USAGE, plusUsage, type Tokens, type Usage } from '../../core/agent/usage.ts'
import type { AssistantMessage, ClaudeResult, ContentBlock, TokenCounts } from './output-events.ts'
import type { SpokenAgentOptions } from '../spoken-agent-options.ts'

export interface ClaudeUsage {
  /** apiKeySource: where Claude Code's API key comes from; "none" when it has no key and uses a login instead. */
  paidBy(apiKeySource: string | null): void
  /** Several messages with the same id make up one answer of the model, which is counted once. */
  addMessage(message: AssistantMessage): void
  /** The usage that Claude Code reports at the end of a turn replaces the estimate of that turn. */
  endTurn(result: ClaudeResult): void
  soFar(): Usage
}

interface Answer {
  readonly model: string | null
  readonly usage: TokenCounts
  /** How many characters the model has written. */
  readonly written: number
}

/** The agent's helpers work at the same time, but never write more answers than this at once. */
const OPEN_ANSWERS = 16
/**
 * A little more than a token of English or code has, so that the estimate is rather too low, and no figure
 * falls at the end of a turn.
 */
const CHARACTERS_PER_TOKEN = 5

export function claudeUsage({
  priceOf,
  isResumed,
  hasOtherAccess,
}: {
  readonly priceOf: SpokenAgentOptions['priceOf']
  /** The conversation is resumed, so its totals include what earlier processes have spent. */
  readonly isResumed: boolean
  /** Claude Code has other access than a key or a login: a gateway or a cloud. */
  readonly hasOtherAccess: boolean
}): ClaudeUsage {
  let isSubscription = false
  let endedTurns = NO_USAGE
  /** The usage of the answers of this turn that have left `answers`. */
  let settled = NO_USAGE
  let answers = new Map<string, { readonly written: number; readonly used: Usage }>()
  /** The cost of the conversation at the end of the last turn; null: not known. */
  let total: number | null = isResumed ? null : 0

  return {
    paidBy: (apiKeySource) => (isSubscription = apiKeySource === 'none' && !hasOtherAccess),
    addMessage({ id = '', model = null, content = [], usage = {} }) {
      const written = answers.get(id)?.written ?? 0
      const answer = { model, usage, written: written + lengthOf(content) }
      // Each answer is priced only when it changes, because soFar is called many times a second.
      answers.set(id, { written: answer.written, used: priced(answer) })
      if (answers.size > OPEN_ANSWERS) settleOldest()
    },
    endTurn(result) {
      endedTurns = plusUsage(endedTurns, exactly(result) ?? roughly(result))
      total = result.total_cost_usd ?? total
      settled = NO_USAGE
      answers = new Map()
    },
    soFar: () => plusUsage(endedTurns, thisTurn()),
  }

  function settleOldest(): void {
    const [id, { used }] = answers.entries().next().value!
    answers.delete(id)
    settled = plusUsage(settled, used)
  }

  function thisTurn(): Usage {
    let sum = settled
    for (const { used } of answers.values()) sum = plusUsage(sum, used)
    return sum
  }

  function exactly({ model_usage_since_last_result: models }: ClaudeResult): Usage | null {
    if (models === undefined) return null
    return Object.values(models)
      .map((used) => ({
        inputTokens: used.inputTokens ?? 0,
        outputTokens: used.outputTokens ?? 0,
        cacheReadTokens: used.cacheReadInputTokens ?? 0,
        cacheWriteTokens: used.cacheCreationInputTokens ?? 0,
        ...cost(used.costUSD ?? null, 'agent'),
      }))
      .reduce(plusUsage, NO_USAGE)
  }

  /** For versions of Claude Code that only report the cost of the whole conversation. */
  function roughly({ usage, total_cost_usd: newTotal }: ClaudeResult): Usage {
    const estimate = thisTurn()
    const tokens = usage === undefined ? tokensOfUsage(estimate) : tokensIn(usage, 0)
    if (newTotal !== undefined && total !== null)
      return { ...tokens, ...cost(Math.max(0, newTotal - total), 'agent') }
    return { ...estimate, ...tokens }
  }

  function priced({ model, usage, written }: Answer): Usage {
    const tokens = tokensIn(usage, written)
    return { ...tokens, ...cost(priceOf(model, tokens), 'table') }
  }

  function cost(usd: number | null, from: 'agent' | 'table'): Omit<Usage, keyof Tokens> {
    if (usd === null) return { costUsd: null, costFrom: null, estimatedUsd: 0 }
    const estimatedUsd = from === 'table' ? usd : 0
    return { costUsd: usd, costFrom: isSubscription ? 'imputed' : from, estimatedUsd }
  }
}

const tokensIn = (usage: TokenCounts, written: number): Tokens => ({
  inputTokens: usage.input_tokens ?? 0,
  outputTokens: Math.max(usage.output_tokens ?? 0, Math.ceil(written / CHARACTERS_PER_TOKEN)),
  cacheReadTokens: usage.cache_read_input_tokens ?? 0,
  cacheWriteTokens: usage.cache_creation_input_tokens ?? 0,
})

const tokensOfUsage = ({ costUsd: _, costFrom: __, estimatedUsd: ___, ...tokens }: Usage): Tokens =>
  tokens

const lengthOf = (content: readonly ContentBlock[]): number =>
  content.reduce((sum, block) => sum + lengthOfBlock(block), 0)

function lengthOfBlock(block: ContentBlock): number {
  switch (block.type) {
    case 'text':
      return block.text.length
    case 'thinking':
      return block.thinking?.length ?? 0
    case 'tool_use':
      return lengthOfInput(block.input)
    case 'tool_result':
      return 0
  }
}

/** Counts only the strings at the top of the input, because the long parts of an input are there. */
function lengthOfInput(input: unknown): number {
  if (typeof input !== 'object' || input === null) return 0
  return Object.values(input).reduce(
    (sum: number, value) => sum + (typeof value === 'string' ? value.length : 0),
    0,
  )
}
