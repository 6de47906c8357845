import { expect, it } from 'vitest'
import { Game, OUTCOMES, planFrom, type Script } from '../../../../test/played/play.ts'
import { taskId } from '../../../../src/core/value/ids.ts'
import { lanesOf } from './lane-list.ts'

const begun = (notation: string, { tasks, ...settings }: Script = {}): Game => {
  const game = new Game(planFrom(notation, tasks), {
    isolation: 'worktree',
    agents: 1,
    ...settings,
  })
  game.startAll()
  return game
}

const landed = (game: Game, task: string): void => {
  game.now += 1000
  game.end(taskId(task), OUTCOMES.succeeded)
  if (game.run.target !== null) game.land(taskId(task))
  game.startAll()
}

/** One line per lane: done | current | waiting. */
const drawn = (game: Game): readonly string[] =>
  lanesOf(game.run, game.now).map(
    ({ title, done, current, waiting, stands }) =>
      `${title} (${stands}): ${[done, current, waiting].map((ids) => ids.join(' ')).join(' | ')}`,
  )

const EPIC = { a: { epic: 'shop' }, b: { epic: 'shop' }, c: { epic: 'shop' } }

it('has a lane for each worktree, with its tasks in the order of work', () => {
  const game = begun('a:\nx:\nb: a\nc: b', { tasks: EPIC })
  expect(drawn(game)).toEqual(['epic-shop (going):  | a | b c', 'task-x (waiting):  |  | x'])
  landed(game, 'a')
  expect(drawn(game)).toEqual(['epic-shop (going): a | b | c', 'task-x (waiting):  |  | x'])
})

it('puts what is under way before what is half done, and what is over last', () => {
  const game = begun('one:\na:\nb: a\ntwo:', {
    tasks: { a: { epic: 'shop' }, b: { epic: 'shop', priority: 5 }, one: { priority: 1 } },
  })
  landed(game, 'one')
  landed(game, 'a')
  expect(drawn(game)).toEqual([
    'task-two (going):  | two | ',
    'epic-shop (going): a |  | b',
    'task-one (finished): one |  | ',
  ])
})

it('puts done tasks in the order in which they came to their end', () => {
  const game = begun('a:\nb:', { tasks: { a: { epic: 'e', priority: 5 }, b: { epic: 'e' } } })
  landed(game, 'b')
  landed(game, 'a')
  expect(drawn(game)).toEqual(['epic-e (finished): b a |  | '])
})

it('has lanes for the agents where there are no worktrees, into which nothing can be put', () => {
  const game = begun('a:\nb:\nc:', { isolation: 'none', agents: 2 })
  expect(drawn(game)).toEqual([
    'Agent 1 (going):  | a | ',
    'Agent 2 (going):  | b | ',
    'Not begun (waiting):  |  | c',
  ])
  landed(game, 'a')
  expect(drawn(game)).toEqual(['Agent 1 (going): a | c | ', 'Agent 2 (going):  | b | '])
  expect(lanesOf(game.run, game.now).map(({ name }) => name)).toEqual([null, null])
})

it('puts first what needs a person, also when it is over', () => {
  const game = begun('a:\nb: a\nc:\nd:', {
    tasks: { a: { epic: 'shop' }, b: { epic: 'shop' }, c: { epic: 'shop', priority: 1 } },
  })
  game.end(taskId('c'), OUTCOMES.failed)
  game.startAll()
  landed(game, 'a')
  expect(drawn(game)[0]).toBe('epic-shop (needs-you): a | c b | ')
})
