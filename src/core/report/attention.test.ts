import { expect, it } from 'vitest'
import {
  scriptedLiveRun,
  tasksFrom,
  type ScriptedRun,
} from '../../../test/played/scripted-live-run.ts'
import { about, asks, waitsForLeave } from '../../../test/played/needs.ts'
import {
  DELIVERY,
  Game,
  OUTCOMES,
  planFrom,
  QUESTION,
  TROUBLES,
} from '../../../test/played/play.ts'
import { attentionOf, isUrgent, type Attention } from './attention.ts'
import { answerAsk } from '../ask/ask.ts'
import { attentionDocument, attentionFor } from './attention-document.ts'
import type { Trouble } from '../landing/delivery.ts'
import { landingQueue } from '../landing/landing-queue.ts'
import { mergeReadiness } from '../landing/merge-readiness.ts'
import { namingRun } from '../text/command-line.ts'
import { commitId, laneName, runId, taskId } from '../value/ids.ts'
import type { Task } from '../plan/plan.ts'
import { sayAttention, sayInFull, waysOf } from '../say/say-attention.ts'
import type { Condition } from '../agent/supervision.ts'
import { NO_USAGE } from '../agent/usage.ts'
import { waitsForYou } from './waits-for-you.ts'

const MINUTE = 60_000

function runOf(tasks: string, fields: Readonly<Record<string, Partial<Task>>> = {}): ScriptedRun {
  const plan = { name: 'shop', tasks: tasksFrom(tasks, fields), groups: [] }
  const live = scriptedLiveRun(plan, { agents: 20 })
  live.startAll()
  return live
}

const stands = (live: ScriptedRun, task: string, condition: Condition): ScriptedRun =>
  live.record({ type: 'condition-changed', ...about(task), condition })

const ends = (live: ScriptedRun, task: string): ScriptedRun =>
  live.record({
    type: 'attempt-ended',
    ...about(task),
    outcome: OUTCOMES.succeeded,
    delivery: DELIVERY,
  })

const reviewed = (live: ScriptedRun, task: string, trouble: Trouble): ScriptedRun =>
  ends(live, task).record({ type: 'review-needed', task: taskId(task), trouble })

const asked = (live: ScriptedRun, task: string): ScriptedRun =>
  ends(live, task).record({
    type: 'task-stuck',
    task: taskId(task),
    why: { is: 'question', question: QUESTION },
  })

const queue = (live: ScriptedRun, now = MINUTE): readonly Attention[] =>
  attentionOf(live.current(), now)

const queueInShort = (live: ScriptedRun): readonly string[] =>
  queue(live).map((item) => `${item.kind} ${item.task ?? '-'}`)

it('has nothing while everything goes well, and nothing when the run is over', () => {
  const live = runOf('a')
  expect(queue(live)).toEqual([])
  expect(queue(live.land('a'))).toEqual([])
})

it('puts what stands still before advice, and of one kind the longest waiting first', () => {
  const live = runOf('slow\nloop\nquiet\nlimit\nred\nclash\ndone\nask2\nask1\nleave\nhuman\ndead', {
    human: { needsHuman: true },
  })
  stands(live, 'slow', { is: 'over-time', since: 0, expectedSeconds: 60 })
  stands(live, 'quiet', { is: 'silent', since: 0, during: null })
  stands(live, 'loop', { is: 'looping', since: 0, what: 'Bash ls', times: 4 })
  stands(live, 'dead', { is: 'stale', since: 0 })
  stands(live, 'limit', { is: 'rate-limited', since: 0, until: null, reason: '429' })
  reviewed(live, 'done', { is: 'approval' })
  reviewed(live, 'red', TROUBLES.red)
  reviewed(live, 'clash', TROUBLES.conflict)
  asked(live.at(1000), 'ask1')
  asked(live.at(2000), 'ask2')
  waitsForLeave(live, 'leave', 'Bash', 'npm publish')
  expect(queueInShort(live)).toEqual([
    'permission leave',
    'question ask1',
    'question ask2',
    'conflict clash',
    'red-check red',
    'review done',
    'needs-human human',
    'rate-limited limit',
    'stale dead',
    'looping loop',
    'silent quiet',
    'over-time slow',
  ])
  expect(queue(live).filter(isUrgent)).toHaveLength(7)
})

it('has what failed, with what was left out because of it, also when the run is over', () => {
  const live = runOf('a\nb: a\nc: b\nother')
  live.fail('a', 3, ['no such table', ''])
  const ways = [
    { command: 'conductor retry a', does: 'retry it, and then the tasks that depend on it' },
    { command: 'conductor logs a', does: 'its output' },
    { command: 'conductor explain a', does: 'its state and history' },
    { command: 'conductor cancel a', does: 'cancel the task: it no longer needs you' },
  ]
  for (const isOver of [false, true]) {
    if (isOver) live.land('other')
    const [item, ...more] = queue(live)
    expect(more).toEqual([])
    expect(isUrgent(item!)).toBe(true)
    expect(sayAttention(item!, MINUTE)).toBe('failed: exit code 3; 2 dependent tasks were skipped')
    expect(sayInFull(live.current(), item!)).toEqual(['no such table', 'Skipped: b, c'])
    expect(waysOf(item!)).toEqual(ways)
  }
  expect(live.current().ended?.status).toBe('failed')
})

it('says to retry first what a failed task comes after and was given up since', () => {
  const game = new Game(planFrom('a:\nb: a'), {
    isolation: 'worktree',
    stacked: true,
    review: true,
  })
  const [a, b] = [taskId('a'), taskId('b')]
  game.startAll()
  game.end(a, OUTCOMES.succeeded)
  game.startAll()
  game.end(b, OUTCOMES.failed)
  game.ask({ ask: 'cancel', task: a })
  const [item] = attentionOf(game.run, 0)
  expect(item).toMatchObject({ kind: 'task-failed', task: 'b', hasWork: false })
  const [way] = waysOf(item!)
  expect(way).toEqual({
    command: 'conductor retry a',
    does: 'retry that task first: b depends on it',
  })
  expect(answerAsk(game.run, { ask: 'retry', task: a })).toMatchObject({ accepted: true })
})

it('presents a question with worker, topic, decision, options and context', () => {
  const live = asked(runOf('login', { login: { issue: 124, name: 'Log in' } }), 'login')
  const [item] = queue(live)
  expect(sayInFull(live.current(), item!)).toEqual([
    'Agent: 1, task login (#124)',
    'Topic: Log in',
    'Decision needed: How are tokens refreshed?',
    'Options considered:',
    '  1. sliding expiration',
    '  2. fixed expiration',
    'Context: Tokens expire after an hour.',
  ])
  expect(sayAttention(item!, MINUTE)).toBe('asks: How are tokens refreshed?')
  expect(waysOf(item!).map(({ command }) => command)).toEqual([
    'conductor guide login "..."',
    'conductor cancel login',
  ])
})

it('takes the area that must ask first for the topic, and says what an agent left out', () => {
  const live = runOf('a')
  const question = { decision: 'Which?\nReally.', options: [], context: ' ', area: 'security' }
  asks(live, 'a', question)
  expect(sayInFull(live.current(), queue(live)[0]!)).toEqual([
    'Agent: 1, task a',
    'Topic: security',
    'Decision needed: Which?',
    '     Really.',
    'Options considered: none were named',
    'Context: none was given',
  ])
})

it('asks no more once the answer is on its way', () => {
  const live = asks(runOf('a'), 'a')
  expect(queueInShort(live)).toEqual(['question a'])
  live.record({ type: 'guidance-given', task: taskId('a'), text: 'the first' })
  expect(queueInShort(live)).toEqual([])
})

it('says once that the run has spent what it may, however many tasks that stops', () => {
  const live = runOf('a\nb\nc: a')
  live.record({ type: 'usage-reported', ...about('a'), usage: { ...NO_USAGE, costUsd: 3 } })
  live.record({ type: 'budget-changed', task: null, usd: 2, frees: [] })
  for (const task of ['a', 'b'])
    ends(live.at(5000), task).record({
      type: 'task-stuck',
      task: taskId(task),
      why: { is: 'budget', of: 'run', limitUsd: 2, spentUsd: 3 },
    })
  const [item, ...others] = queue(live)
  expect(others).toEqual([])
  expect(item).toMatchObject({ kind: 'budget', task: null, since: 5000, spentUsd: 3 })
  expect(waysOf(item!)[0]!.command).toBe('conductor budget <usd>')
  expect(sayInFull(live.current(), item!)).toEqual(['Spent: $3.00 of $2.00'])
})

it('names the task that has spent its own budget', () => {
  const live = ends(runOf('a'), 'a').record({
    type: 'task-stuck',
    task: taskId('a'),
    why: { is: 'budget', of: 'task', limitUsd: 1, spentUsd: 1.5 },
  })
  expect(queueInShort(live)).toEqual(['budget a'])
  expect(waysOf(queue(live)[0]!)[0]!.command).toBe('conductor budget a <usd>')
})

it('counts the wait for a human from when nothing else stood in the way', () => {
  const live = runOf('a\nb: a', { b: { needsHuman: true } })
  expect(queueInShort(live)).toEqual([])
  live.at(30_000).land('a')
  expect(queue(live)).toEqual([{ kind: 'needs-human', task: 'b', since: 30_000 }])
  live.record({ type: 'task-approved', task: taskId('b') })
  expect(queueInShort(live)).toEqual([])
})

it('shows what a check printed, and the files that clash', () => {
  const red = reviewed(runOf('a'), 'a', TROUBLES.red)
  expect(sayInFull(red.current(), queue(red)[0]!)).toEqual([
    '1 failed',
    'Full output of the check: checks/1.log',
  ])
  const clash = reviewed(runOf('a'), 'a', TROUBLES.conflict)
  expect(sayInFull(clash.current(), queue(clash)[0]!)).toEqual(['a.txt (content)'])
})

const ANEW = 'run its command again on the landed work'

it('calls what has marks of a merge left in it a conflict', () => {
  const marks: Trouble = { is: 'broken', reason: 'marks are left in a.txt', marks: ['a.txt'] }
  const live = reviewed(runOf('a', {}), 'a', marks)
  expect(queueInShort(live)).toEqual(['conflict a'])
  expect(landingQueue(live.current())).toMatchObject([{ task: 'a', trouble: 'conflict' }])
  expect(mergeReadiness(live.current(), [taskId('a')], null)).toEqual({
    is: 'conflict',
    files: ['a.txt'],
  })
})

it('begins the merge of a conflict in the worktree, wherever that is typed', () => {
  const live = reviewed(runOf('a', {}), 'a', TROUBLES.conflict)
  const open = { task: taskId('a'), lane: laneName('task-a'), branch: 'task-a' }
  const base = commitId('1'.repeat(40))
  const landing = (): string | undefined =>
    waysOf(queue(live)[0]!).find(({ command }) => command === 'conductor approve a')?.does
  expect(landing()).toBe('once you have resolved it in its worktree (conductor worktrees open a)')
  live.record({ type: 'worktree-opened', ...open, path: '/my shop-task-a', base })
  expect(landing()).toBe(
    "once you have resolved it in its worktree (conductor worktrees open a && git -C '/my shop-task-a' merge 444444444)",
  )
  const named = attentionDocument(live.current(), queue(live), 0, (text) =>
    namingRun(text, runId(1)),
  )
  expect(named[0]!.ways.find(({ command }) => command.includes('approve'))!.does).toContain(
    'conductor worktrees open --run 1 a',
  )
})

it.each([
  ['red', 'prompt', 'let its agent fix it, knowing what failed'],
  ['conflict', 'prompt', 'let its agent resolve it, with the merge already started'],
  ['red', 'command', `${ANEW}, with your reason in CONDUCTOR_GUIDANCE`],
  ['conflict', 'command', `${ANEW}, with your reason in CONDUCTOR_GUIDANCE`],
] as const)('offers to send a %s of a %s back, and to cancel it', (trouble, is, does) => {
  const work = is === 'prompt' ? { is, text: 'x' } : { is, line: 'x' }
  const [item] = queue(reviewed(runOf('a', { a: { work } }), 'a', TROUBLES[trouble]))
  expect(waysOf(item!).slice(-2)).toEqual([
    { command: 'conductor reject a "why"', does },
    { command: 'conductor cancel a', does: 'cancel the task; its work stays on its branch' },
  ])
})

it('says that a batch is paused when nothing else goes on, and only then', () => {
  const live = runOf('a\nb: a\nc: a\nd: c')
  live.record({ type: 'batch-paused', batch: 1 }, { type: 'batch-paused', batch: 2 })
  expect(queue(live)).toEqual([])
  const [item, ...others] = queue(live.at(3000).land('a'))
  expect(others).toEqual([])
  expect(item).toEqual({ kind: 'paused-batch', task: null, since: 3000, batch: 1, held: 2 })
  expect(isUrgent(item!)).toBe(true)
  expect(sayAttention(item!, MINUTE)).toBe('batch 2 is paused, and nothing else can run')
  expect(waysOf(item!)[0]!.command).toBe('conductor resume --batch 2')
  live.record({ type: 'batch-unpaused', batch: 1 })
  live.startAll()
  expect(queue(live)).toEqual([])
})

it('says what kept a run from going on also when nobody conducts it any more, with the way on', () => {
  const live = runOf('a').record({
    type: 'hindrance-met',
    hindrance: { is: 'disk-full', detail: 'ENOSPC' },
  })
  const run = live.current()
  const [item] = attentionFor(run, { now: MINUTE, isConducted: false })
  expect(sayAttention(item!, MINUTE)).toBe('the disk is full, so the run stopped')
  expect(waysOf(item!)[0]).toEqual({
    command: 'conductor resume',
    does: 'continue, once that is fixed: make room on it',
  })
  const [tried] = attentionFor(run, { now: MINUTE, isConducted: true })
  expect(sayAttention(tried!, MINUTE)).toMatch(/nothing new starts, and Conductor keeps retrying$/)
})

it('names a pause only when nothing works any more, and somebody conducts the run', () => {
  const game = new Game(planFrom('a:\nb: a'), {})
  game.startAll()
  game.record([{ type: 'run-paused' }])
  const kinds = (isConducted = true): readonly string[] =>
    attentionFor(game.run, { now: game.now, isConducted }).map(({ kind }) => kind)
  expect(kinds()).toEqual([])
  game.end(taskId('a'), OUTCOMES.succeeded)
  expect(kinds()).toEqual(['paused-run'])
  expect(kinds(false)).toEqual([])
  game.ask({ ask: 'unpause' })
  expect(kinds()).toEqual([])
})

it('of a paused run are needs that a person has to decide on, too', () => {
  const game = new Game(planFrom('a:\nb:', { a: { needsHuman: true } }), {})
  game.record([{ type: 'run-paused' }])
  expect(waitsForYou(game.run, game.now)).toBe(true)
  game.record([{ type: 'coordinator-stopped' }])
  // Task b starts when the run is taken up.
  expect(waitsForYou(game.run, game.now)).toBe(false)
  game.startAll()
  game.end(taskId('b'), OUTCOMES.succeeded)
  expect(waitsForYou(game.run, game.now)).toBe(true)
})

it('of a run that is only paused are no needs: whoever paused it knows', () => {
  const game = new Game(planFrom('a:'), {})
  game.record([{ type: 'run-paused' }])
  expect(waitsForYou(game.run, game.now)).toBe(false)
})
