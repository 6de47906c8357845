import { expect, it } from 'vitest'
import { quickYaml } from './quick-yaml.ts'

it('reads what is plain', () => {
  expect(quickYaml('a: 1\nb: [x, "y z"]\nc: {d-e: null}\n')).toEqual({
    a: 1,
    b: ['x', 'y z'],
    c: { 'd-e': null },
  })
})

it.each([
  ['a key that is nothing', 'a: {~}'],
  ['no key before the colon', 'a: {: 1}'],
  ['a key that is a list', '? [a, b]\n: 1'],
  ['a key with spaces', 'two words: 1'],
  ['a name that objects have anyway', '__proto__: 1'],
  ['the same key twice', 'a: 1\na: 2'],
  ['an anchor', 'a: &x 1'],
  ['a merge', 'a:\n  <<: {b: 1}'],
  ['a tag', 'a: !!str 1'],
  ['two documents', 'a: 1\n---\nb: 2'],
  ['no YAML', 'a: [1'],
  ['more levels than the stack has', '['.repeat(100_000)],
])('is not sure of %s', (_, text) => {
  expect(quickYaml(text)).toBeUndefined()
})
