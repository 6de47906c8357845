import { expect, it } from 'vitest'
import { planFrom, SETTINGS } from '../../test/played/play.ts'
import { foldRun } from '../core/run/apply-event.ts'
import type { Fact } from '../core/run/event.ts'
import { attemptId, commitId, laneName, runId, taskId } from '../core/value/ids.ts'
import { watchWorktrees } from './watch-worktrees.ts'

it('[L8] names the two tasks of a collision in the order of the plan, whichever got its worktree first', async () => {
  const [a, b] = [laneName('task-a'), laneName('task-b')]
  const settings = { ...SETTINGS, isolation: 'worktree', agents: 2 } as const
  const begun: readonly Fact[] = ['b', 'a'].map(taskId).flatMap((task) => {
    const lane = laneName(`task-${task}`)
    const attempt = attemptId(runId(1), task, 1)
    return [
      { type: 'attempt-started', task, attempt, worker: 1 },
      { type: 'worktree-opened', task, lane, path: lane, branch: lane, base: commitId('base') },
    ]
  })
  const source = { file: null, digest: '' }
  const facts: readonly Fact[] = [
    { type: 'run-started', plan: planFrom('a:\nb:'), settings, source, planningSeconds: 0 },
    ...begun,
  ]
  const run = foldRun(facts.map((fact, i) => ({ ...fact, run: runId(1), at: 0, sequence: i + 1 })))!
  const told: Fact[] = []
  const collisions = [{ lanes: [b, a], files: ['list.txt'] }] as const
  const lookout = { look: async () => ({ touched: new Map(), collisions, outside: [] }) }
  await watchWorktrees(run, lookout, async (news) => void told.push(...news())).look()
  expect(told).toEqual([{ type: 'collision-found', tasks: ['a', 'b'], files: ['list.txt'] }])
})
