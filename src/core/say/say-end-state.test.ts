import { expect, it } from 'vitest'
import { sayEndState } from './say-end-state.ts'

it('what is still to come is not said to have failed before the run is over', () => {
  const tasks = { total: 9, landed: 3, failed: 1, skipped: 1, cancelled: 0 }
  const figures = { tasks, landing: null, wall_s: 25, sequential_s: 33 }
  expect(sayEndState({ ...figures, status: 'stopped' })).toBe(
    '3 landed, 2 not, 4 to go, 25s instead of 33s',
  )
  expect(sayEndState({ ...figures, status: 'failed' })).toBe('3 landed, 6 not, 25s instead of 33s')
})
