import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { newYaml, type YamlEntry } from './editable-yaml.ts'
import { quickMapping, quickWords } from './quick-list.ts'

const careful = (entries: readonly YamlEntry[]): string => {
  const file = newYaml()
  file.setList('tasks', [entries])
  return file.text()
}

const WORDS = 'add a table, to (the) cart/x.ts src/** true No null 1 1e3 30m 1h2s ~ : # - ? a:b'
const words = fc
  .array(fc.constantFrom(...WORDS.split(' '), ''), { maxLength: 4 })
  .map((list) => list.join(' '))
const text = fc.oneof(words, fc.string({ unit: 'binary', maxLength: 8 }), fc.lorem())
const lines = fc.array(text, { maxLength: 5 }).map((list) => list.join('\n'))

const anyEntry: fc.Arbitrary<YamlEntry> = fc.oneof(
  fc.record({ key: fc.constant('name'), value: fc.oneof(text, fc.integer()) }),
  fc.record({
    key: fc.constant('files'),
    value: fc.array(text, { maxLength: 40 }),
    form: fc.constant('flow' as const),
    comment: lines,
  }),
  fc.record({
    key: fc.constant('prompt'),
    value: lines.map((said) => `${said}\n`),
    form: fc.constant('block' as const),
  }),
)

it('an item of a list is to the letter what the careful writer writes, or null', () => {
  const seen = { quick: 0, careful: 0 }
  fc.assert(
    fc.property(anyEntry, (entry) => {
      const entries = [{ key: 'id', value: 'a' }, entry]
      const quick = quickMapping(entries, '  ')
      seen[quick === null ? 'careful' : 'quick']++
      return quick === null || `tasks:\n${quick}` === careful(entries)
    }),
    { numRuns: 1500, seed: 13 },
  )
  expect(Math.min(seen.quick, seen.careful)).toBeGreaterThan(200)
})

it('writes tasks as people and models usually word them', () => {
  const entries: readonly YamlEntry[] = [
    { key: 'id', value: 'add-filter-0' },
    { key: 'name', value: 'Add filter 0 to search (again), as in v1.2' },
    { key: 'priority', value: 2 },
    { key: 'estimate', value: '1h30m' },
    { key: 'files', value: ['src/search/**', 'docs/search.md'], form: 'flow' },
    { key: 'flags', value: ['sensitive'], comment: 'sensitive: It touches "auth".', form: 'flow' },
    { key: 'prompt', value: 'Add it: "as is" # now.\n\n  - größer\n\nDone.\n', form: 'block' },
  ]
  expect(quickMapping(entries, '  ')).not.toBeNull()
  expect(`tasks:\n${quickMapping(entries, '  ')}`).toBe(careful(entries))
})

it('a list of words has one line for each, unless one could be anything else than text', () => {
  expect(quickWords(['a 0xx.1', 'b'], '  ')).toBe('  - a 0xx.1\n  - b\n')
  expect(quickWords(['a', '12'], '  ')).toBeNull()
})
