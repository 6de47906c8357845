import { expect, it } from 'vitest'
import { sayCollisions, sayForeseen, type Pair } from './say-foreseen.ts'

const pair = (tasks: Pair['tasks'], p: number): Pair => ({ tasks, p, files: ['src/cart.js'] })

it('a pair that is unlikely to meet is counted, and no collision', () => {
  const said = sayCollisions([pair(['a', 'b'], 0.97), pair(['a', 'c'], 0.1)], false)
  expect(said).toContain('  a and b: almost certain  src/cart.js\n  1 more pair: unlikely')
  expect(said).not.toContain('a and c')
  expect(sayCollisions([pair(['a', 'c'], 0.1)], false)).toBe(
    'No two tasks are likely to touch a common file.\n  1 more pair: unlikely',
  )
})

it('a file with a chance of nearly nothing is not told', () => {
  const file = (path: string, p: number) => ({ path, p, evidence: [] })
  const standing = { commits: 0, recall10: 0, collisionAuc: 0, outcomes: 0 }
  const said = sayForeseen(
    [file('src/cart.js', 0.9), file('package.json', 0.002)],
    { commit: 'c'.repeat(40), standing, reranking: null },
    false,
  )
  expect(said).toContain('90 %  src/cart.js')
  expect(said).not.toContain('package.json')
})
