import { describe, expect, it } from 'vitest'
import { priceOf, PRICES, PRICES_AS_OF } from './prices.ts'

const MILLION = {
  inputTokens: 1_000_000,
  outputTokens: 1_000_000,
  cacheReadTokens: 1_000_000,
  cacheWriteTokens: 1_000_000,
}
const INPUT = { ...MILLION, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 }

const inputPrice = (model: string | null): number | null => priceOf(model, INPUT)

describe('the table of prices', () => {
  it.each(Object.entries(PRICES))('has a price for everything that %s uses', (_model, price) => {
    expect(Object.values(price).every((usd) => usd > 0)).toBe(true)
    expect(price.cacheRead).toBeLessThan(price.input)
    expect(price.input).toBeLessThan(price.output)
  })

  it.each(Object.entries(PRICES))('is reached by the name %s', (model, price) => {
    const { input, output, cacheRead, cacheWrite } = price
    expect(priceOf(model, MILLION)).toBeCloseTo(input + output + cacheRead + cacheWrite)
  })

  it('says of which day it is', () => {
    expect(new Date(PRICES_AS_OF).toISOString()).toContain(PRICES_AS_OF)
  })
})

describe('the name of a model', () => {
  it.each([
    ['claude-opus-4-5-20251101', 5],
    ['opus', 5],
    ['anthropic/claude-opus-4.5', 5],
    ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 3],
    ['claude-sonnet-4-5@20250929', 3],
    ['claude-sonnet-4-5[1m]', 3],
    ['claude-opus-4-20250514', 15],
    ['claude-3-5-haiku-latest', 0.8],
    ['gpt-5.5-codex', 5],
    ['gpt-5.1-codex-max', 1.25],
    ['gpt-5.1-codex-mini', 0.25],
    ['openai/gpt-5-2025-08-07', 1.25],
    ['gemini-3-pro-preview', 2],
    ['google/gemini-2.5-flash-lite-preview-09-2025', 0.1],
    ['GPT-5-Mini', 0.25],
  ])('%s is known', (model, usd) => {
    expect(inputPrice(model)).toBe(usd)
  })

  it.each([
    ['another family', 'llama-4'],
    ['a newer model of a family we know', 'claude-opus-9-1'],
    ['another one', 'gpt-5.9'],
    ['a third one', 'gemini-4-flash-preview'],
    ['something that only begins alike', 'opus-of-somebody-else'],
    ['nothing', ''],
  ])('is not guessed: %s', (_what, model) => {
    expect(inputPrice(model)).toBeNull()
  })

  it('is not guessed when it is not known', () => {
    expect(inputPrice(null)).toBeNull()
  })
})

describe('prices that somebody has configured', () => {
  const price = (input: number) => ({ input, output: 1, cacheRead: 1, cacheWrite: 1 })

  it('count before the table', () => {
    expect(priceOf('claude-opus-4-5-20251101', INPUT, { 'claude*': price(99) })).toBe(99)
  })

  it('count by the longest pattern that fits', () => {
    const overrides = { '*': price(1), 'house-*': price(2), 'house-large': price(3) }
    expect(priceOf('house-large', INPUT, overrides)).toBe(3)
    expect(priceOf('house-small', INPUT, overrides)).toBe(2)
    expect(priceOf('else', INPUT, overrides)).toBe(1)
  })

  it('can be those of one provider', () => {
    const overrides = { 'cheap/gpt-5': price(0.5) }
    expect(priceOf('cheap/gpt-5', INPUT, overrides)).toBe(0.5)
    expect(priceOf('openai/gpt-5', INPUT, overrides)).toBe(1.25)
  })

  it('mean their dots and brackets as they stand', () => {
    expect(priceOf('house-5x1', INPUT, { 'house-5.1': price(7), 'a(b': price(8) })).toBeNull()
  })
})
