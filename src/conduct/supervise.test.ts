import { expect, it } from 'vitest'
import { scriptedLiveRun, tasksFrom } from '../../test/played/scripted-live-run.ts'
import type { Fact } from '../core/run/event.ts'
import { taskId } from '../core/value/ids.ts'
import { supervise } from './supervise.ts'

it('[V3] says nothing of an agent that has ended, however long committing its work takes', () => {
  const live = scriptedLiveRun({ name: 'shop', tasks: tasksFrom('a'), groups: [] }, { agents: 1 })
  live.startAll()
  const run = live.current()
  const attempt = run.attemptsOf.get(taskId('a'))![0]!
  const told: Fact[] = []
  let now = 0
  const supervisor = supervise(run, {
    tell: async (facts) => void told.push(...facts()),
    clock: { now: () => now, chance: () => 0 },
    patience: { silentAfterSeconds: 60, staleAfterSeconds: 120 },
    onOverspent: () => {},
  })
  const says = () => told.map((fact) => fact.type === 'condition-changed' && fact.condition.is)
  supervisor.begin(attempt, { agent: null, said: 0 })
  now = 3_600_000
  supervisor.answer(attempt)
  expect(says()).toEqual(['stale'])
  supervisor.rest(attempt)
  now *= 2
  supervisor.answer(attempt)
  expect(says()).toEqual(['stale', 'fine'])
  supervisor.close()
})
