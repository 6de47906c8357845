/** A run of any size that was only written to the store: a quarter of its tasks in each column of the board. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Event, Fact } from '../../src/core/run/event.ts'
import { attemptId, runId, taskId, type TaskId } from '../../src/core/value/ids.ts'
import { makeTask, type Task } from '../../src/core/plan/plan.ts'
import { openSqliteEventStore } from '../../src/store/sqlite-event-store.ts'
import { DELIVERY, OUTCOMES, QUESTION, SETTINGS, TROUBLES } from './play.ts'

const RUN = runId(1)

/** Writes the run to the store of this folder, as if its last event had just happened. */
export function writeLargeRun(folder: string, size: number): void {
  const tasks = Array.from({ length: size }, (_, i) => largeTask(i))
  const source = { file: 'tasks.yaml', digest: '' }
  const settings = { ...SETTINGS, agents: 16, isolation: 'worktree', directory: folder } as const
  const plan = { name: 'large', groups: [], tasks }
  appendFacts(folder, [
    { type: 'run-started', plan, settings, source, planningSeconds: 0 },
    ...tasks.flatMap(storyOf),
  ])
}

export function appendFacts(folder: string, facts: readonly Fact[]): void {
  mkdirSync(join(folder, '.conductor'), { recursive: true })
  const store = openSqliteEventStore(join(folder, '.conductor', 'conductor.db'))
  const before = store.lastSequence()
  const now = Date.now()
  store.append(
    facts.map((fact, i): Event => ({
      ...fact,
      run: RUN,
      at: now - facts.length + i + 1,
      sequence: before + i + 1,
    })),
  )
  store.close()
}

const AREAS = ['auth', 'billing', 'catalog', 'checkout', 'search', 'admin', 'mail', 'metrics']

const areaOf = (i: number): string => AREAS[i % AREAS.length]!

/** Tasks 0, 4, 8 ... wait for an agent only, or for an earlier task. */
export const largeTaskId = (i: number): TaskId => taskId(`${areaOf(i)}-${i}`)

function largeTask(i: number): Task {
  const area = areaOf(i)
  return makeTask({
    id: largeTaskId(i),
    name: `Give ${area} its part ${i} of what everybody has asked for`,
    work: { is: 'prompt', text: 'do it' },
    dependencies: i % 16 === 4 ? [largeTaskId(i - 4)] : [],
    files: [`src/${area}/part-${i}.ts`],
    estimate: { seconds: 60 + (i % 50) * 20, from: 'file' },
  })
}

/** Waiting, stuck, in review and landed, by turns. */
function storyOf({ id: task }: Task, i: number): readonly Fact[] {
  const attempt = attemptId(RUN, task, 1)
  const started: Fact = { type: 'attempt-started', task, attempt, worker: 1 + (i % 16) }
  const delivery = { ...DELIVERY, branch: `task-${task}` }
  const ended = (outcome: keyof typeof OUTCOMES): Fact => ({
    type: 'attempt-ended',
    task,
    attempt,
    outcome: OUTCOMES[outcome],
    delivery,
  })
  switch (i % 4) {
    case 0:
      return []
    case 1:
      return [
        started,
        ended('asked'),
        { type: 'task-stuck', task, why: { is: 'question', question: QUESTION } },
      ]
    case 2:
      return [
        started,
        ended('succeeded'),
        { type: 'landing-queued', task },
        { type: 'review-needed', task, trouble: TROUBLES[i % 8 === 2 ? 'conflict' : 'red'] },
      ]
    default:
      return [started, ended('succeeded'), { type: 'task-landed', task, commit: '4'.repeat(40) }]
  }
}
