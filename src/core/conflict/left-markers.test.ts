import { expect, it } from 'vitest'
import { leavesMarkers } from './left-markers.ts'

const shown = (q = 'q', r = 'r'): string => `<<<<<<< HEAD\n${q}\n=======\n${r}\n>>>>>>> x\n`

it('takes markers that a version has for a part of the text', () => {
  const versions = [`A\n${shown()}`, `B\n${shown()}`]
  expect(leavesMarkers(`A\n${shown()}`, versions)).toBe(false)
  expect(leavesMarkers(`A\r\n${shown().replaceAll('\n', '\r\n')}`, versions)).toBe(false)
  expect(leavesMarkers('no markers', versions)).toBe(false)
})

it('takes both versions of such a part, one after the other and merged, for one, too', () => {
  const versions = [shown('Q'), shown('q', 'R')]
  expect(leavesMarkers(versions.join(''), versions)).toBe(false)
  expect(leavesMarkers(shown('Q', 'R'), versions)).toBe(false)
})

it('finds markers that no version has, also with the same labels and around the others', () => {
  const versions = [`A\n${shown()}`, `B\n${shown()}`]
  for (const left of [
    `${shown('A', 'B')}${shown()}`,
    `<<<<<<< HEAD\nA\n${shown()}=======\nB\n${shown()}>>>>>>> x\n`,
    `<<<<<<< main\nA\n${shown()}`,
    `A\n${shown()}>>>>>>> main\n`,
  ])
    expect(leavesMarkers(left, versions)).toBe(true)
  expect(leavesMarkers(shown(), [])).toBe(true)
})
