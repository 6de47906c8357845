import { expect, it } from 'vitest'
import { deliveredRun } from '../../test/repository/delivered-run.ts'
import { applyEvent } from '../core/run/apply-event.ts'
import type { Fact } from '../core/run/event.ts'
import { commitId, laneName, taskId } from '../core/value/ids.ts'
import type { Workshop } from './git-workshop.ts'
import { restAfterLook, landAndWatch } from './land-and-watch.ts'

it('gives back the worktrees of tasks that landed while nobody lived to do so, and no others', async () => {
  const base = commitId('base')
  const run = deliveredRun('a:\nb:', base, (task) => commitId(task))
  const record = (fact: Fact): void =>
    void applyEvent(run, { ...fact, run: run.id, at: 0, sequence: run.sequence + 1 })
  for (const task of ['a', 'b'].map(taskId)) {
    const lane = laneName(`task-${task}`)
    record({ type: 'worktree-opened', task, lane, path: `/${task}`, branch: lane, base })
  }
  record({ type: 'task-landed', task: taskId('a'), commit: 'base a' })
  const released: string[] = []
  const workshop = {
    onNote: () => {},
    worktrees: {
      release: async (lane: string, how: string) => void released.push(`${lane} ${how}`),
    },
  } as unknown as Workshop
  const side = landAndWatch(run, workshop, {
    tell: async (facts) => facts().forEach(record),
    retryWhileHindered: (work) => work(),
    leaving: new AbortController().signal,
  })
  await Promise.resolve()
  side.close()
  expect(released).toEqual(['task-a landed'])
})

it('[L8] rests longer after a long look, but never so long that a collision goes unseen for minutes', () => {
  expect([10, 100, 400, 4000].map(restAfterLook)).toEqual([2000, 2000, 8000, 15_000])
})
