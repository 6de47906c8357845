/** Orderings that are worked out before anyone asks, for the trees that the page will send. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readTrees } from '../../src/core/ordering/read-trees.ts'
import type { Suggested, SuggestionAsked } from '../../src/core/ordering/suggested.ts'
import type { Trees } from '../../src/core/ordering/workspace-graph.ts'
import { prepareSuggestions } from '../../src/server/live/prepare-suggestions.ts'
import { suggestionCache } from '../../src/suggest/suggestion-cache.ts'
import { openSuggester, type SuggesterSettings } from '../../src/suggest/suggester.ts'
import { wantedTrees } from '../../web/src/views/orbs/suggest/wanted-trees.ts'
import { trackerFrom } from '../played/tracker-notation.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const SHOP = `
shop main
  #1 auth pass 7m
    #2 auth-tests fail 2h
      auth-ui stuck
  #3 docs ghost
  task-api working task:api
`

const SETTINGS: SuggesterSettings = {
  agents: 3,
  usual: { usualSeconds: 600, isMeasured: false },
  rules: {},
  ttlSeconds: 300,
  timeoutSeconds: 30,
  claude: { modelName: null, open: async () => ({ model: null, because: 'nobody asks it' }) },
}

/** A server that prepares, and how often it was asked. */
function server() {
  const suggester = openSuggester({ cache: suggestionCache(Date.now), now: Date.now })
  const asked: SuggestionAsked[] = []
  const ask = (wanted: SuggestionAsked, settings = SETTINGS): Promise<Suggested> => {
    asked.push(wanted)
    return suggester.suggest(wanted, settings)
  }
  const known = new Map([['shop:task-api', 60]])
  const prepared = prepareSuggestions(ask, () => known)
  /** As a click on the page asks: its trees come as JSON. */
  const click = async (trees: Trees, settings = SETTINGS, more: Partial<SuggestionAsked> = {}) => {
    const usual = {
      preference: null,
      maxParallel: null,
      count: 3,
      engine: 'offline',
      known,
    } as const
    const answer = await ask({ trees, ...usual, ...more }, settings)
    if (!answer.ok) throw new Error(answer.says)
    return answer.response
  }
  return { asked, prepared, click }
}

const sentFor = (text: string): Trees => {
  const read = readTrees(JSON.parse(JSON.stringify(wantedTrees(trackerFrom(text)))))
  if (!read.ok) throw new Error(read.problems.join())
  return read.trees
}

it('[ORB-102] the answer to a click was worked out when the workspaces changed', async () => {
  const { asked, prepared, click } = server()
  prepared.changed(trackerFrom(SHOP.replace('auth-ui stuck', 'auth-ui')))
  prepared.changed(trackerFrom(SHOP))
  await vi.advanceTimersByTimeAsync(1000)
  expect(asked).toHaveLength(1)
  const first = await click(trackerFrom(SHOP).trees)
  // The same list, not an equal one: nothing was worked out again.
  expect((await click(sentFor(SHOP))).strategies).toBe(first.strategies)
  expect(first.times.known).toEqual({ 'shop:task-api': 60 })
})

it('[ORB-102] an answer for anything else is never given: trees, wishes, rules and times count', async () => {
  const { click } = server()
  const { strategies } = await click(sentFor(SHOP))
  const others = [
    click(sentFor(SHOP.replace('auth pass', 'auth fail'))),
    click(sentFor(SHOP.replace('docs ghost', 'docs'))),
    click(sentFor(SHOP), SETTINGS, { maxParallel: 1 }),
    click(sentFor(SHOP), SETTINGS, { known: new Map() }),
    click(sentFor(SHOP), { ...SETTINGS, agents: 1 }),
    click(sentFor(SHOP), { ...SETTINGS, rules: { docs: 'first' } }),
    click(sentFor(SHOP), { ...SETTINGS, usual: { usualSeconds: 60, isMeasured: true } }),
  ]
  for (const other of await Promise.all(others)) expect(other.strategies).not.toBe(strategies)
})

it('large trees are prepared seldom, and nothing after the end', async () => {
  const { asked, prepared } = server()
  const busy = prepareSuggestions(
    async (wanted) => {
      asked.push(wanted)
      await new Promise((resolve) => setTimeout(resolve, 500))
      throw new Error('the settings are wrong')
    },
    () => new Map(),
  )
  for (let second = 0; second < 8; second++) {
    busy.changed(trackerFrom(SHOP))
    await vi.advanceTimersByTimeAsync(1000)
  }
  expect(asked).toHaveLength(1)
  prepared.changed(trackerFrom(SHOP))
  prepared[Symbol.dispose]()
  busy[Symbol.dispose]()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(asked).toHaveLength(1)
})
