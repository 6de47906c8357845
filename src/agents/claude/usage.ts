/** What an attempt of Claude Code has used so far. Exact at the end of each turn, and close to it before. */
import { NO_USAGE, plusUsage, type Tokens, type Usage } from '../../core/agent/usage.ts'
import type { AssistantMessage, ClaudeResult, ContentBlock, TokenCounts } from './events.ts'
import type { SpokenAgentOptions } from '../spoken-agent-options.ts'

export interface ClaudeUsage {
  /** Where its key comes from: "none" when nobody gave it one, and it uses a login instead. */
  paidBy(apiKeySource: string | null): void
  /** One answer of the model comes as several messages with the same id: it is counted once. */
  addMessage(message: AssistantMessage): void
  /** What it says at the end of a turn replaces what was counted until then. */
  endTurn(result: ClaudeResult): void
  soFar(): Usage
}

interface Answer {
  readonly model: string | null
  readonly usage: TokenCounts
  /** Characters it has written. */
  readonly written: number
}

/** Helpers of the agent work at the same time; more answers than this are never begun at once. */
const OPEN_ANSWERS = 16
/** A little more than of English or code: what is counted on the way is rather too little, so that no figure falls at the end. */
const CHARACTERS_PER_TOKEN = 5

export function claudeUsage({
  priceOf,
  isResumed,
  hasOtherAccess,
}: {
  readonly priceOf: SpokenAgentOptions['priceOf']
  /** Its totals begin with what others have spent before. */
  readonly isResumed: boolean
  /** It has something else than a key or a login: a gateway, a cloud. */
  readonly hasOtherAccess: boolean
}): ClaudeUsage {
  let isSubscription = false
  let ended = NO_USAGE
  /** Of the answers of this turn that are not open any more. */
  let settled = NO_USAGE
  let answers = new Map<string, { readonly written: number; readonly used: Usage }>()
  /** Of the conversation at the end of the last turn; null: not known. */
  let total: number | null = isResumed ? null : 0

  return {
    paidBy: (apiKeySource) => (isSubscription = apiKeySource === 'none' && !hasOtherAccess),
    addMessage({ id = '', model = null, content = [], usage = {} }) {
      const written = answers.get(id)?.written ?? 0
      const answer = { model, usage, written: written + lengthOf(content) }
      // Priced once: the sum is asked for many times a second.
      answers.set(id, { written: answer.written, used: priced(answer) })
      if (answers.size > OPEN_ANSWERS) settleOldest()
    },
    endTurn(result) {
      ended = plusUsage(ended, exactly(result) ?? roughly(result))
      total = result.total_cost_usd ?? total
      settled = NO_USAGE
      answers = new Map()
    },
    soFar: () => plusUsage(ended, thisTurn()),
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

  /** For versions that only tell what the whole conversation has cost. */
  function roughly({ usage, total_cost_usd: all }: ClaudeResult): Usage {
    const counted = thisTurn()
    const tokens = usage === undefined ? tokensOfUsage(counted) : tokensIn(usage, 0)
    if (all !== undefined && total !== null)
      return { ...tokens, ...cost(Math.max(0, all - total), 'agent') }
    return { ...counted, ...tokens }
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

/** Only the longest things in it matter, and those are strings at its top. */
function lengthOfInput(input: unknown): number {
  if (typeof input !== 'object' || input === null) return 0
  return Object.values(input).reduce(
    (sum: number, value) => sum + (typeof value === 'string' ? value.length : 0),
    0,
  )
}
