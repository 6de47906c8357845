import { expect, it } from 'vitest'
import { entriesFor } from './palette-entries.ts'

it('finds Suggest Order from every view, and opens it among the orbs', () => {
  const visited: string[] = []
  const found = entriesFor('suggest', {
    shown: null,
    shortcuts: [],
    projects: [],
    navigate: (path) => void visited.push(path),
  })
  expect(found.map(({ label }) => label)).toEqual(['Suggest Order of workspaces'])
  found[0]!.run()
  expect(visited).toEqual(['/orbs?suggest=now'])
})
