import { describe, expect, it } from 'vitest'
import { inAnyGame } from '../../../test/played/any-game.ts'
import { DELIVERY, Game, OUTCOMES, planFrom, TROUBLES } from '../../../test/played/play.ts'
import { DEFAULT_PROMPT } from '../agent/default-prompt.ts'
import { wordsOf } from '../agent/prompt.ts'
import { taskId, type AttemptId } from '../value/ids.ts'
import { landable, standsOn } from '../landing/landing-order.ts'
import { orderFor, type AttemptOrder } from './attempt-order.ts'
import { whyWaiting } from '../schedule/why-waiting.ts'
import type { RunSettings } from './event.ts'
import { openAttempts } from './run.ts'

const [a, b, c] = ['a', 'b', 'c'].map(taskId) as [never, never, never]
const TIP = '1'.repeat(40)

const given = {
  briefing: { template: DEFAULT_PROMPT, repository: 'you/shop' },
  resolver: 'fixer',
}

function begun(notation: string, settings: Partial<RunSettings> = {}): Game {
  const work = { is: 'prompt', text: 'do it' } as const
  const game = new Game(planFrom(notation, { a: { work, agent: 'claude' } }), settings)
  game.startAll()
  return game
}

const orderOf = (game: Game, task = a): AttemptOrder =>
  orderFor(
    game.run,
    openAttempts(game.run).find((attempt) => attempt.task === task)!,
    given,
  )

describe('an order', () => {
  it('is the same when it was written as JSON and read again, in any run, and whatever becomes of that run', () => {
    const orders = new Map<AttemptId, { readonly order: AttemptOrder; readonly text: string }>()
    inAnyGame({
      begin: () => orders.clear(),
      rest({ run }) {
        for (const attempt of openAttempts(run)) {
          if (orders.has(attempt.id)) continue
          const order = orderFor(run, attempt, given)
          orders.set(attempt.id, { order, text: JSON.stringify(order) })
        }
      },
      over() {
        for (const { order, text } of orders.values()) {
          const parsed = JSON.parse(text) as AttemptOrder
          expect(parsed).toStrictEqual(order)
          expect(wordsOf(parsed)).toStrictEqual(wordsOf(order))
        }
      },
    })
  })

  it('names the attempt, its seat and the folder of a run in place', () => {
    expect(orderOf(begun('a:'))).toMatchObject({
      run: '1',
      attempt: '1-a-1',
      number: 1,
      worker: 1,
      purpose: { is: 'work' },
      start: 'fresh',
      place: { is: 'folder', directory: '/play' },
    })
  })

  it('begins a worktree at the tip of the target', () => {
    const { place } = orderOf(begun('a:', { isolation: 'worktree' }))
    expect(place).toEqual({ is: 'worktree', tip: TIP, below: [], merge: null })
  })

  it('begins in a stack on what has been delivered and has not landed', () => {
    const game = begun('a:\nb:\nc: a b', { isolation: 'worktree', stacked: true })
    game.end(a, OUTCOMES.succeeded)
    game.end(b, OUTCOMES.succeeded)
    game.startAll()
    const { commit } = DELIVERY
    expect(orderOf(game, c).place).toMatchObject({ below: [commit, commit], merge: null })
    game.land(a)
    // The other delivery does not contain what has landed meanwhile.
    expect(orderOf(game, c).place).toMatchObject({ below: [commit, commit] })
    game.land(b)
    expect(orderOf(game, c).place).toMatchObject({ below: [] })
  })

  it('stands on what is below a task that has changed nothing and landed before it', () => {
    const game = begun('a:\nb: a\nc: b', { isolation: 'worktree', stacked: true })
    game.end(a, OUTCOMES.succeeded)
    game.startAll()
    game.end(b, OUTCOMES.succeeded, 0.5, false)
    game.startAll()
    expect(orderOf(game, c).place).toMatchObject({ below: [DELIVERY.commit] })
    game.end(c, OUTCOMES.succeeded)
    expect(landable(game.run, new Set())).toEqual([a, c])
    expect(standsOn(game.run, c, new Set())).toBe(false)
  })

  it('begins the merge again that an agent is to resolve, and none when that agent goes on', () => {
    const game = begun('a:', { isolation: 'worktree' })
    game.end(a, OUTCOMES.succeeded)
    game.land(a, 'conflict')
    game.startAll()
    const commit = '4'.repeat(40)
    expect(orderOf(game)).toMatchObject({
      resolver: 'fixer',
      start: 'fresh',
      place: { below: [DELIVERY.commit], merge: { is: 'commit', commit } },
    })
    expect(wordsOf(orderOf(game)).task.agent).toBe('fixer')
    game.end(a, OUTCOMES.asked)
    game.ask({ ask: 'guide', task: a, text: 'keep both' })
    game.startAll()
    expect(orderOf(game)).toMatchObject({
      start: 'continue',
      place: { below: [], merge: null },
    })
  })

  it('does not continue in a worktree that another task of the lane has used since', () => {
    const work = { is: 'prompt', text: 'do it' } as const
    const one = { work, epic: 'one', agent: 'claude' }
    const game = new Game(planFrom('a:\nb:', { a: one, b: one }), { isolation: 'worktree' })
    const opened = (task: never): void =>
      game.record([
        {
          type: 'worktree-opened',
          task,
          lane: 'epic-one' as never,
          path: '/w',
          branch: 'w',
          base: TIP as never,
        },
      ])
    game.startAll()
    opened(a)
    game.ask({ ask: 'preempt', task: a })
    game.startAll()
    expect(orderOf(game).start).toBe('continue')
    opened(b)
    expect(orderOf(game).start).toBe('fresh')
  })

  it('is not given while another task works in the worktree, also when both have work in it', () => {
    const game = new Game(planFrom('a:\nb:', { a: { epic: 'one' }, b: { epic: 'one' } }), {
      isolation: 'worktree',
    })
    game.startAll()
    game.end(a, OUTCOMES.succeeded)
    game.land(a, 'green')
    game.startAll()
    game.record([{ type: 'target-moved', from: TIP as never, to: TIP as never, lost: [a] }])
    game.ask({ ask: 'reject', task: a, why: 'once more' })
    game.startAll()
    expect(openAttempts(game.run).map(({ task }) => task)).toEqual(['b'])
    expect(whyWaiting(game.run, a, 0)).toEqual({ is: 'lane-busy', with: 'b' })
    game.end(b, OUTCOMES.succeeded)
    game.land(b, 'green')
    game.startAll()
    expect(openAttempts(game.run).map(({ task }) => task)).toEqual(['a'])
  })

  it.each(['conflict', 'red'] as const)(
    'merges the target into what was sent back: %s',
    (trouble) => {
      const game = begun('a:', { isolation: 'worktree' })
      game.end(a, OUTCOMES.succeeded)
      game.land(a, trouble, false)
      game.ask({ ask: 'reject', task: a, why: 'once more' })
      game.startAll()
      const { purpose, place } = orderOf(game)
      const about = { trouble: TROUBLES[trouble], delivery: DELIVERY }
      expect(purpose).toEqual({ is: 'redo', why: 'once more', ...about })
      expect(place).toMatchObject({ merge: { is: 'target' } })
    },
  )
})
