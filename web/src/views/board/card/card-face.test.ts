import { describe, expect, it } from 'vitest'
import { Game, OUTCOMES, planFrom, type Script } from '../../../../../test/played/play.ts'
import { commitId, laneName, taskId } from '../../../../../src/core/value/ids.ts'
import { indexOf } from '../../../../../src/core/run/run.ts'
import { faceOf, type CardFace } from './card-face.ts'
import { explain } from '../explain.ts'

const id = taskId

const begun = (notation: string, { tasks, ...settings }: Script = {}): Game => {
  const game = new Game(planFrom(notation, tasks), { agents: 1, ...settings })
  game.startAll()
  return game
}

const face = ({ run, now }: Game, task: string): CardFace =>
  faceOf(run, indexOf(run, id(task)), explain(run, now), { now, isConducted: true })

/** Whether the card of a task that began 1 s ago is animated on a board that was opened then. */
const arrives = ({ run, now }: Game, task: string, openedAt: number): boolean =>
  faceOf(run, indexOf(run, id(task)), explain(run, now), { now, isConducted: true, openedAt })
    .arrived

const attemptAt = ({ run }: Game, task: string) => run.attemptsOf.get(id(task))!.at(-1)!

describe('a card', () => {
  it('says why a task waits, and what it is expected to take', () => {
    const game = begun('a:\nb: a\nc:')
    expect(face(game, 'b')).toMatchObject({ note: 'after a', time: '~1m', needsYou: false })
    expect(face(game, 'c').note).toBe('next in line')
  })

  it('arrives only on a board that was open before', () => {
    const game = begun('a:')
    const began = game.now
    game.now += 1000
    expect(arrives(game, 'a', began - 1)).toBe(true)
    expect(arrives(game, 'a', began + 500)).toBe(false)
  })

  it('says what needs a person', () => {
    const game = begun('a:\nb:', { tasks: { b: { needsHuman: true } } })
    expect(face(game, 'b')).toMatchObject({
      needsYou: true,
      note: 'needs your approval to start',
    })
  })

  it('says what its agent did last, unless there is more to say', () => {
    const game = begun('a:')
    const { run, now } = game
    const actions = new Map([[attemptAt(game, 'a'), 'Edits cart.ts']])
    const sight = { now, isConducted: true, actions }
    expect(faceOf(run, 0, explain(run, now), sight).note).toBe('Edits cart.ts')
    expect(faceOf(run, 0, explain(run, now), { ...sight, isConducted: false }).note).toMatch(
      /^its coordinator ended/,
    )
  })

  it('says who works since when, what they say, and what it has changed and cost', () => {
    const game = begun('a:', { isolation: 'worktree', tasks: { a: { name: 'Log\nin' } } })
    const attempt = attemptAt(game, 'a')
    game.record([
      {
        type: 'worktree-opened',
        task: id('a'),
        lane: laneName('task-a'),
        path: '/w',
        branch: 'me/task-a',
        base: commitId('1'.repeat(40)),
      },
      {
        type: 'conversation-started',
        task: id('a'),
        attempt,
        conversation: { agent: 'claude', id: 'c', model: 'opus' },
      },
      {
        type: 'progress-reported',
        task: id('a'),
        attempt,
        status: 'working',
        note: '\x1b[32mEditing\x1b[0m\nroutes',
      },
      {
        type: 'files-touched',
        task: id('a'),
        files: ['a.ts'],
        changes: { filesCreated: 1, filesChanged: 2, linesAdded: 30, linesDeleted: 4 },
      },
    ])
    game.spend(id('a'), 0.42)
    game.now = 65_900
    expect(face(game, 'a')).toEqual({
      id: 'a',
      arrived: false,
      name: 'Log in',
      word: 'working',
      needsYou: false,
      note: 'Editing routes',
      worktree: 'me/task-a',
      agent: 'agent 1 claude opus',
      time: '1m 5s',
      timeMeans: 'works for',
      cost: '$0.42',
      added: 30,
      removed: 4,
      files: 3,
      pull: null,
    })
  })

  it('says how an attempt stands rather than what it said last', () => {
    const game = begun('a:')
    const task = id('a')
    const attempt = attemptAt(game, 'a')
    const condition = { is: 'silent', since: 0, during: null } as const
    game.record([{ type: 'condition-changed', task, attempt, condition }])
    game.now = 120_000
    expect(face(game, 'a').note).toBe('no output or activity for 2m')
    game.record([{ type: 'stop-asked', task, as: 'cancelled' }])
    expect(face(game, 'a').note).toBe('is being stopped')
  })

  it('says what is wrong in review, also when the run is over', () => {
    const game = begun('a:\nb:', { agents: 2, isolation: 'worktree' })
    game.end(id('a'), OUTCOMES.succeeded)
    expect(face(game, 'a')).toMatchObject({ word: 'landing', note: 'waits to be merged' })
    game.land(id('a'), 'conflict', false)
    expect(face(game, 'a')).toMatchObject({
      word: 'needs you',
      needsYou: true,
      note: 'conflicts in a.txt',
      added: 30,
      files: 3,
    })
    game.end(id('b'), OUTCOMES.failed)
    expect(face(game, 'b')).toMatchObject({ note: 'exit code 1: last words', needsYou: true })
  })

  it('says what a question is, and what an attempt that was sent back is for', () => {
    const game = begun('a:', { isolation: 'worktree', review: true })
    game.end(id('a'), OUTCOMES.succeeded)
    game.ask({ ask: 'reject', task: id('a'), why: 'no' })
    expect(face(game, 'a').note).toBe('sent back: next in line')
    game.startAll()
    expect(face(game, 'a').note).toBe('sent back')
    game.end(id('a'), OUTCOMES.asked)
    expect(face(game, 'a').note).toBe('decision needed: How are tokens refreshed?')
  })

  it('has no clock that counts while no coordinator conducts the run', () => {
    const { run } = begun('a:')
    const sight = { now: 600_000, isConducted: false }
    expect(faceOf(run, 0, explain(run, sight.now), sight)).toMatchObject({ time: '' })
  })

  it('says how long its work took, as the summary does, and why it was left out', () => {
    const game = begun('a:\nb: a')
    game.now = 3000
    game.end(id('a'), OUTCOMES.failed)
    expect(face(game, 'a')).toMatchObject({ time: '1s', timeMeans: 'took' })
    expect(face(game, 'b')).toMatchObject({ note: 'a did not land', time: '', worktree: '' })
  })
})
