/** A task, its state or its batch is read through functions; only the owners of the arrays use indexes. */
import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const OWNERS = [
  'src/core/plan/graph.ts',
  'src/core/run/{run,run-draft,dependent-tasks,apply-*}.ts',
  'src/core/schedule/*.ts',
]

it('looks into the arrays of a run only where they are kept', () => {
  const files = globSync('{src,web/src}/**/*.{ts,tsx}', {
    exclude: ['**/*.test.{ts,tsx}', ...OWNERS],
  })
  const COUNTED = /\brun\.(?:plan\.tasks|states|graph\.\w+)\[[^\]]+\](?:\]|!)/g
  const counted = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(COUNTED)].map(([text]) => `${file}: ${text}`),
  )
  expect(files.length).toBeGreaterThan(500)
  expect(counted).toEqual([])
})
