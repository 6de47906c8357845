import { expect, it } from 'vitest'
import { markedHunks } from './marked-hunks.ts'

it('the hunks of a file are found with their lines, long ones cut', () => {
  const hunk = '<<<<<<< HEAD\na\n=======\nb\n>>>>>>> 4f3'
  expect(markedHunks(`1\n${hunk}\n7\n=======\n<<<<<<< HEAD\nleft open\n${hunk}\n`)).toEqual([
    { line: 2, text: hunk },
    { line: 11, text: hunk },
  ])
  const long = `<<<<<<< HEAD\n${'x\n'.repeat(100)}=======\n>>>>>>> 4f3`
  expect(markedHunks(long)[0]!.text).toMatch(/x\n\(63 more lines\)$/)
  expect(markedHunks(`${hunk}\n`.repeat(30))).toHaveLength(20)
})
