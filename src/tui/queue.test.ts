import { expect, it } from 'vitest'
import { taskId } from '../core/value/ids.ts'
import { waitingTasks } from '../core/schedule/why-waiting.ts'
import { about } from '../../test/played/needs.ts'
import { OUTCOMES, QUESTION } from '../../test/played/play.ts'
import {
  scriptedLiveRun,
  tasksFrom,
  type ScriptedRun,
} from '../../test/played/scripted-live-run.ts'
import { filterQueue, queueOf } from './queue.ts'

const plan = {
  name: 'p',
  groups: [],
  tasks: tasksFrom('low\nhigh\nbehind: high\nnext\nbroken\nlost: broken', {
    low: { priority: 5 },
    high: { priority: 1, name: 'Most urgent' },
    broken: { priority: 1 },
  }),
}

const order = (live: ScriptedRun): string =>
  queueOf(live.current(), waitingTasks(live.current(), 0)).join(' ')

it('has what works first, then the line, then what waits for others', () => {
  const live = scriptedLiveRun(plan, { agents: 2 })
  live.startAll()
  expect(order(live)).toBe('high broken next low behind lost')
})

it('has what is over last, the newest first and a failure before what it took along', () => {
  const live = scriptedLiveRun(plan, { agents: 2 })
  live.startAll()
  live.at(1000).land('high').at(2000).fail('broken')
  expect(order(live)).toBe('behind next low broken lost high')
})

it('finds tasks by id and by name', () => {
  const run = scriptedLiveRun(plan).current()
  const queue = plan.tasks.map((task) => task.id)
  expect(filterQueue(run, queue, 'URGENT')).toEqual(['high'])
  expect(filterQueue(run, queue, 'lo')).toEqual(['low', 'lost'])
  expect(filterQueue(run, queue, '')).toBe(queue)
})

it('has what needs a person before everything else', () => {
  const live = scriptedLiveRun(plan, { agents: 2 })
  live.startAll()
  live.record({
    type: 'attempt-ended',
    ...about('broken'),
    outcome: { is: 'asked', question: QUESTION, profile: OUTCOMES.succeeded.profile },
  })
  live.record({
    type: 'task-stuck',
    task: taskId('broken'),
    why: { is: 'question', question: QUESTION },
  })
  expect(order(live)).toMatch(/^broken high /)
})
