import { expect, it } from 'vitest'
import { claudeGuidance } from './guidance.ts'

it('waits once for a version that acknowledges nothing, and then knows it', async () => {
  const guidance = claudeGuidance()
  const heard = guidance.give(() => {})
  guidance.turnEnded()
  expect(guidance.isWaiting()).toBe(true)
  guidance.turnEnded()
  expect(guidance.isWaiting()).toBe(false)
  expect(await heard).toBe('steered')
  const sent: string[] = []
  expect(await guidance.give((name) => sent.push(name))).toBe('steered')
  expect([sent.length, guidance.isWaiting()]).toEqual([1, false])
})

it('waits each time for one that acknowledges', () => {
  const guidance = claudeGuidance()
  let first = ''
  void guidance.give((name) => (first = name))
  guidance.acknowledge(first, 'queued')
  for (let turn = 0; turn < 3; turn++) guidance.turnEnded()
  expect(guidance.isWaiting()).toBe(true)
  guidance.acknowledge(first, 'started')
  expect(guidance.isWaiting()).toBe(false)
  void guidance.give(() => {})
  for (let turn = 0; turn < 3; turn++) guidance.turnEnded()
  expect(guidance.isWaiting()).toBe(true)
})
