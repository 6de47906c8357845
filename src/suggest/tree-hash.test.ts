import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { treesFrom } from '../../test/played/trees.ts'
import { meaningfulText } from '../core/ordering/extract-graph.ts'
import { workspaceGraph } from '../core/ordering/workspace-graph.ts'
import { treeHash } from './tree-hash.ts'

it('is the first 16 hexadecimal digits of the SHA-256 of the graph as JSON with its keys in order', () => {
  const graph = workspaceGraph(treesFrom({ shop: 'a\n  b' }))
  const asked = { preference: null, maxParallel: 2, count: 3, model: 'm' }
  const whole = createHash('sha256').update(meaningfulText(graph, asked)).digest('hex')
  expect(treeHash(graph, asked)).toBe(whole.slice(0, 16))
})
