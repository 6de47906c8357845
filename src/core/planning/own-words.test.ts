import { describe, expect, it } from 'vitest'
import { withoutLeftAlone } from './left-alone.ts'
import { wordsOfChange } from './own-words.ts'

const planned = (...parts: readonly string[]): string => parts.join('\n\n')

describe('the words of a change', () => {
  it('have no sentence that we write into every prompt', () => {
    const prompt = planned(
      'Count letters.\nThis is one part of: Shop.',
      'The requirements say:\n> Count letters in src/mailer.ts',
      'Scope:\n- Probably in src/mailer.ts.\n- Other tasks do this, so leave it alone: Fix src/router.ts.\n- Not wanted: a new src/theme.ts',
      'Keep to:\n- Works offline in src/store.ts\n- Small',
      'Done when:\n- What is wanted works, and tests that you add show it.\n- `npm test` passes.',
      'The whole is accepted when:\n- src/shop.ts shows it',
    )
    expect(wordsOfChange(prompt).split('\n').filter(Boolean)).toEqual([
      'Count letters.',
      '> Count letters in src/mailer.ts',
    ])
  })

  it('are those of a person, with the same headings', () => {
    const own = 'Fix the router.\n\nKeep to:\n- src/router.ts'
    expect(wordsOfChange(own)).toBe(own)
  })
})

describe('what a text leaves alone', () => {
  it.each([
    ['Fix a.ts. Leave b.ts alone', 'Fix a.ts.'],
    ['Fix a.ts and leave b.ts and c.ts untouched, then test', 'Fix a.ts and , then test'],
    ['Fix a.ts without touching b.ts, c.ts.', 'Fix a.ts'],
    ["Don't change b.ts but fix a.ts", 'but fix a.ts'],
    ['Fix a.ts. b.ts must not be changed. Test it.', 'Fix a.ts. Test it.'],
    ['Fix a.ts; b.ts is out of scope', 'Fix a.ts;'],
    ['Fix a.ts\n\nOut of scope:\n- b.ts\n- c.ts\n\nTest it', 'Fix a.ts Test it'],
  ])('"%s" is gone', (text, left) => {
    expect(withoutLeftAlone(text).replaceAll(/\s+/g, ' ').trim()).toBe(left)
  })

  it.each([
    'Do not crash when config.json is missing.',
    'The router must not swallow errors.',
    'Leave the loop in a.ts when it is done.',
    'Never start b.ts twice.',
  ])('"%s" is what it changes', (text) => expect(withoutLeftAlone(text)).toBe(text))
})
