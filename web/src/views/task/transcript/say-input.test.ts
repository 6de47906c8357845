import { expect, it } from 'vitest'
import { sayInput } from './say-input.ts'

it('says the parts of an input by their names', () => {
  const json = JSON.stringify({
    decision: 'Tabs\nor spaces?',
    options: ['tabs', 'spaces'],
    count: 2,
    deep: { a: 1 },
  })
  expect(sayInput(json)).toBe(
    'decision: Tabs or spaces? · options: tabs, spaces · count: 2 · deep: {"a":1}',
  )
})

it('leaves a command, and JSON that was cut', () => {
  expect(sayInput('npm test')).toBe(null)
  expect(sayInput('{ echo a; }')).toBe(null)
  expect(sayInput('{"decision":"Ta')).toBe(null)
})
