import { expect, it } from 'vitest'
import { packFiles, unpackFiles } from './foresight-messages.ts'

it('carries the files of each task, and one list for all tasks that share it', () => {
  const shared = [
    { path: 'src/a.ts', p: 0.7 },
    { path: 'src/b.ts', p: 0.1 },
  ]
  const files = [shared, [], [{ path: 'src/b.ts', p: 1 / 3 }], shared]
  const packed = packFiles(files)
  expect(packed.chances.length).toBe(3)
  const unpacked = unpackFiles(structuredClone(packed))
  expect(unpacked).toEqual(files)
  expect(unpacked[3]).toBe(unpacked[0])
})
