import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { resolveConfig } from './resolve-config.ts'

const path = 'config/default.yaml'

it('names every setting in config/default.yaml, each with the value it has anyway', () => {
  const silent = resolveConfig({})
  const spoken = resolveConfig({ user: { path, text: readFileSync(path, 'utf8') } })
  if (!silent.ok || !spoken.ok) throw new Error(JSON.stringify(spoken))
  expect(values(spoken)).toEqual(values(silent))
  const unsaid = [...spoken.settings].filter(([, { origin }]) => origin === 'default')
  expect(unsaid).toEqual([])
})

const values = ({ settings }: { readonly settings: ReadonlyMap<string, { value: unknown }> }) =>
  Object.fromEntries([...settings].map(([key, { value }]) => [key, value]))
