import { expect, it } from 'vitest'
import { waitsForLeave } from '../../../../test/played/needs.ts'
import { scriptedLiveRun, tasksFrom } from '../../../../test/played/scripted-live-run.ts'
import { attentionOf, type Attention } from '../../../../src/core/report/attention.ts'
import { kindName, kindSaid, kindsIn, needName } from './needs.ts'

function needs(): readonly Attention[] {
  const tasks = tasksFrom('a\nb\nhuman', { human: { needsHuman: true } })
  const live = scriptedLiveRun({ name: 'shop', tasks, groups: [] })
  live.startAll()
  waitsForLeave(live, 'a', 'Bash', 'npm publish')
  waitsForLeave(live, 'b', 'Bash', 'rm x')
  return attentionOf(live.current(), 1000)
}

it('names each need, and the same need the same', () => {
  const names = needs().map(needName)
  expect(new Set(names).size).toBe(3)
  expect(needs().map(needName)).toEqual(names)
})

it('counts the kinds in the order of the queue', () => {
  expect(kindsIn(needs(), null)).toEqual([
    { kind: 'permission', count: 2 },
    { kind: 'needs-human', count: 1 },
  ])
})

it('keeps the kind that is asked for when nothing of it is left', () => {
  expect(kindsIn([], 'conflict')).toEqual([{ kind: 'conflict', count: 0 }])
})

it('takes only kinds there are from an address', () => {
  expect(kindSaid('red-check')).toBe('red-check')
  expect(kindSaid('toString')).toBe(null)
  expect(kindSaid(null)).toBe(null)
})

it('says kinds as words', () => {
  expect(kindName('red-check')).toBe('Red check')
  expect(kindName('stale')).toBe('No sign of life')
  expect(kindName('pull-ready')).toBe('PR ready')
  expect(kindName('pull-stuck')).toBe('PR stuck')
  expect(kindName('permission')).toBe('Permission')
})
