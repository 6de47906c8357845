import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { tempFolder } from '../../../../test/repository/temp-folder.ts'
import { keptInteractions } from './kept-interactions.ts'

it('counts what people do per project, whichever server they did it through', () => {
  using folder = tempFolder()
  for (let server = 0; server < 4; server++) keptInteractions(folder.path).count('board')
  keptInteractions(folder.path).count('lanes')
  expect(keptInteractions(folder.path).all()).toEqual({ board: 4, lanes: 1 })
  expect(readFileSync(join(folder.path, 'interactions.json'), 'utf8')).toBe(
    '{"board":4,"lanes":1}\n',
  )
})

it('begins anew where the file is not what it should be', () => {
  using folder = tempFolder()
  writeFileSync(join(folder.path, 'interactions.json'), '{"board": "many"')
  const interactions = keptInteractions(folder.path)
  expect(interactions.all()).toEqual({})
  interactions.count('board')
  expect(interactions.all()).toEqual({ board: 1 })
})
