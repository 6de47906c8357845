import { expect, it } from 'vitest'
import { taskId } from '../value/ids.ts'
import { sayWait } from './say-wait.ts'
import type { Wait } from '../schedule/why-waiting.ts'

const say = (wait: Wait): string => sayWait(wait, 1_000_000)
const on = (...ids: string[]): string => say({ is: 'on-tasks', tasks: ids.map(taskId) })
const GB = 1_000_000_000

it('names the tasks that must land first, and counts them when they are many', () => {
  expect(on('schema')).toBe('after schema')
  expect(on('a', 'b', 'c', 'd')).toBe('after a, b, c, d')
  expect(on('a', 'b', 'c', 'd', 'e')).toBe('after a, b, c and 2 more')
})

it('says that a person is needed', () => {
  expect(say({ is: 'needs-human' })).toBe('needs your approval to start')
})

it('counts batches as people do, from 1', () => {
  expect(say({ is: 'batch', batch: 0, unfinished: 2 })).toBe('batch 1 still has 2 tasks')
  expect(say({ is: 'batch', batch: 1, unfinished: 1 })).toBe('batch 2 still has 1 task')
})

it('counts down to a retry, and never below zero', () => {
  expect(say({ is: 'retry-at', at: 1_011_400 })).toBe('retry in 12s')
  expect(say({ is: 'retry-at', at: 1_090_000 })).toBe('retry in 1m 30s')
  expect(say({ is: 'retry-at', at: 999_000 })).toBe('retry in 0s')
})

it('says with whom and where a task would collide', () => {
  const wait = { is: 'would-collide', with: taskId('login'), files: ['src/auth.ts'] } as const
  expect(say({ ...wait, chance: 1 })).toBe('would collide with login on src/auth.ts')
  expect(say({ ...wait, chance: 0.716 })).toBe(
    'may collide with login on src/auth.ts (about 70 % likely)',
  )
  expect(say({ ...wait, files: [], chance: null })).toBe('kept apart from login, as you asked')
})

it('names only what the machine is short of', () => {
  const free = { cpu: 2, memoryBytes: 8 * GB }
  expect(say({ is: 'resources', needs: { cpu: 4, memoryBytes: GB }, free })).toBe(
    'needs 4 cpu, 2 free',
  )
  expect(say({ is: 'resources', needs: { cpu: 4, memoryBytes: 16 * GB }, free })).toBe(
    'needs 4 cpu, 2 free; 16 GB, 8 GB free',
  )
})

it('gives the place in line', () => {
  const places = [1, 2, 3, 4, 11, 12, 21, 113].map((place) => say({ is: 'agents-busy', place }))
  expect(places).toEqual([
    'next in line',
    '2nd in line',
    '3rd in line',
    '4th in line',
    '11th in line',
    '12th in line',
    '21st in line',
    '113th in line',
  ])
})

it('says paused', () => {
  expect(say({ is: 'paused' })).toBe('paused')
})
