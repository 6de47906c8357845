/** What tokens cost by the public price lists, for agents that do not report the cost themselves. */
import type { Price, Tokens } from '../../core/agent/usage.ts'

/**
 * The day of the lists below. Prices change and new models appear: prices that are configured under `prices`
 * count before this table, and a model that is in neither has no price, whatever its family.
 */
export const PRICES_AS_OF = '2026-04-30'

export type Prices = Readonly<Record<string, Price>>

const NONE: Prices = {}

/**
 * null: the price of this model is unknown, and it is not guessed. The longest pattern that fits the model
 * counts.
 */
export function priceOf(
  model: string | null,
  usage: Tokens,
  overrides: Prices = NONE,
): number | null {
  if (model === null) return null
  const price = find(overrides, model) ?? find(PRICES, model)
  return price === null ? null : costOf(price, usage)
}

/** Caches the lookups: agents ask for a price many times a second, and always for the same few models. */
const pricesByTable = new WeakMap<Prices, Map<string, Price | null>>()

function find(prices: Prices, model: string): Price | null {
  const priceByModel = pricesByTable.get(prices) ?? new Map<string, Price | null>()
  pricesByTable.set(prices, priceByModel)
  if (!priceByModel.has(model)) priceByModel.set(model, lookUp(prices, model))
  return priceByModel.get(model) ?? null
}

function lookUp(prices: Prices, model: string): Price | null {
  const names = namesOf(model)
  const fitting = Object.keys(prices).filter((pattern) => names.some((name) => fits(pattern, name)))
  const longest = fitting.toSorted((a, b) => b.length - a.length)[0]
  return longest === undefined ? null : prices[longest]!
}

/** `*` stands for any characters; everything else for itself. */
function fits(pattern: string, name: string): boolean {
  const parts = pattern.toLowerCase().split('*').map(escaped)
  return new RegExp(`^${parts.join('.*')}$`, 'u').test(name)
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

/**
 * The name as the agent gave it, without the provider before it, and without the date behind it: the price
 * lists may use any of them.
 */
function namesOf(model: string): readonly string[] {
  const given = model.trim().toLowerCase()
  const bare = given.slice(given.lastIndexOf('/') + 1).replace(/^(?:[a-z-]+\.)?anthropic\./, '')
  return [given, bare, withoutVersion(bare)]
}

/** A dated version, a preview, a variant with a long context and a codex variant cost what their model costs. */
const withoutVersion = (name: string): string =>
  name
    .replace(/\[[^\]]*\]$/, '')
    .replace(/-v\d+(?::\d+)?$/, '')
    .replace(/(?:[-@]20\d{2}-?\d{2}-?\d{2}|-latest|-preview(?:-\d{2}-\d{2,4})?)$/, '')
    .replace(/-codex(?:-max)?$/, '')
    .replace(/(?<=-\d)\.(?=\d)/, name.startsWith('claude') ? '-' : '.')

function costOf(price: Price, usage: Tokens): number {
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = usage
  const millionths =
    inputTokens * price.input +
    outputTokens * price.output +
    cacheReadTokens * price.cacheRead +
    cacheWriteTokens * price.cacheWrite
  return millionths / 1_000_000
}

const price = (
  input: number,
  output: number,
  cacheRead: number,
  cacheWrite: number = input,
): Price => ({ input, output, cacheRead, cacheWrite })

/**
 * The cache write prices are for caches kept for five minutes; where none is given, writing to the cache costs
 * as much as input.
 */
const OPUS = price(5, 25, 0.5, 6.25)
const OPUS_BEFORE_4_5 = price(15, 75, 1.5, 18.75)
const OPUS_5_5 = price(4, 20, 0.2, 5)
const SONNET_5 = price(2, 10, 0.2, 2.5)
const SONNET = price(3, 15, 0.3, 3.75)
const HAIKU = price(1, 5, 0.1, 1.25)
const GPT_5 = price(1.25, 10, 0.125)
const GPT_5_2 = price(1.75, 14, 0.175)
const GPT_5_MINI = price(0.25, 2, 0.025)
const GPT_5_5 = price(5, 30, 0.5)
const GEMINI_3_PRO = price(2, 12, 0.2)
const GEMINI_3_FLASH = price(0.5, 3, 0.05)

/** A name alone, such as "opus", is the newest of its family. */
export const PRICES: Prices = {
  opus: OPUS,
  // The models of family 5 are newer than the lists; these prices are of 17 November 2026.
  'claude-opus-5-5': OPUS_5_5,
  'claude-opus-5': OPUS,
  'claude-sonnet-5-5': SONNET_5,
  'claude-sonnet-5': SONNET_5,
  'claude-opus-4-7': OPUS,
  'claude-opus-4-6': OPUS,
  'claude-opus-4-5': OPUS,
  'claude-opus-4-1': OPUS_BEFORE_4_5,
  'claude-opus-4-0': OPUS_BEFORE_4_5,
  'claude-opus-4': OPUS_BEFORE_4_5,
  'claude-3-opus': OPUS_BEFORE_4_5,
  sonnet: SONNET,
  'claude-sonnet-4-6': SONNET,
  'claude-sonnet-4-5': SONNET,
  'claude-sonnet-4-0': SONNET,
  'claude-sonnet-4': SONNET,
  'claude-3-7-sonnet': SONNET,
  'claude-3-5-sonnet': SONNET,
  haiku: HAIKU,
  'claude-haiku-4-5': HAIKU,
  'claude-3-5-haiku': price(0.8, 4, 0.08, 1),
  'claude-3-haiku': price(0.25, 1.25, 0.03, 0.3),
  'gpt-5.5': GPT_5_5,
  'gpt-5.4': price(2.5, 15, 0.25),
  'gpt-5.4-mini': price(0.75, 4.5, 0.075),
  'gpt-5.4-nano': price(0.2, 1.25, 0.02),
  'gpt-5.3': GPT_5_2,
  'gpt-5.2': GPT_5_2,
  'gpt-5.1': GPT_5,
  'gpt-5.1-codex-mini': GPT_5_MINI,
  'gpt-5': GPT_5,
  'gpt-5-mini': GPT_5_MINI,
  'gpt-5-nano': price(0.05, 0.4, 0.005),
  'codex-mini': price(1.5, 6, 0.375),
  'gemini-3.1-pro': GEMINI_3_PRO,
  'gemini-3-pro': GEMINI_3_PRO,
  'gemini-3-flash': GEMINI_3_FLASH,
  'gemini-2.5-pro': price(1.25, 10, 0.125),
  'gemini-2.5-flash': price(0.3, 2.5, 0.03),
  'gemini-2.5-flash-lite': price(0.1, 0.4, 0.01),
}
