import { describe, expect, it } from 'vitest'
import type { DiffFile } from '../../../../src/server/served/served-worktrees.ts'
import { treeOf, type TreeNode } from './tree-of.ts'

const shape = (nodes: readonly TreeNode[]): unknown =>
  nodes.map((node) => (node.is === 'file' ? node.name : { [node.name]: shape(node.inside) }))

const tree = (...paths: readonly string[]): unknown =>
  shape(treeOf(paths.map((path) => ({ path }) as DiffFile)))

describe('the tree of changed files', () => {
  it('has folders first, and both in order', () => {
    expect(tree('b.ts', 'src/z.ts', 'a.ts', 'src/a.ts', 'docs/x.md')).toEqual([
      { docs: ['x.md'] },
      { src: ['a.ts', 'z.ts'] },
      'a.ts',
      'b.ts',
    ])
  })

  it('joins folders that hold only one folder', () => {
    expect(tree('src/core/deep/a.ts', 'src/core/deep/b.ts')).toEqual([
      { 'src/core/deep': ['a.ts', 'b.ts'] },
    ])
  })

  it('is empty for no files', () => {
    expect(tree()).toEqual([])
  })
})
