import { describe, expect, it } from 'vitest'
import { inAnyGame } from '../../../../test/played/any-game.ts'
import { Game, OUTCOMES, planFrom, type Script } from '../../../../test/played/play.ts'
import { columnOf, COLUMNS } from '../../../../src/core/ask/board-columns.ts'
import { taskId } from '../../../../src/core/value/ids.ts'
import { arrange, filterColumns, NOTHING, type Arrangement, type Columns } from './columns.ts'
import { explain } from './explain.ts'

const id = taskId

const begun = (notation: string, { tasks, ...settings }: Script = {}): Game => {
  const game = new Game(planFrom(notation, tasks), { agents: 1, ...settings })
  game.startAll()
  return game
}

const arranged = ({ run, now }: Game, before = NOTHING): Arrangement =>
  arrange(run, explain(run, now).places, before)

const columnsIn = (game: Game): Columns => arranged(game).columns

/** The ids in each column, as in "a,b | c |  | d". */
const boardOf = ({ run }: Game, columns: Columns): string =>
  COLUMNS.map((column) => columns[column].map((card) => run.plan.tasks[card]!.id).join()).join(
    ' | ',
  )

describe('columns', () => {
  it('hold what waits in the order in which it will start', () => {
    const game = begun('a:\nb: a\nc:\nd:', { tasks: { d: { priority: 1 } } })
    expect(boardOf(game, columnsIn(game))).toBe('a,c,b | d |  | ')
  })

  it('hold what works by agent, and what is stuck where its agent was', () => {
    const game = begun('a:\nb:\nc:', { agents: 2 })
    game.end(id('a'), OUTCOMES.asked)
    game.now = 5
    game.startAll()
    expect(boardOf(game, columnsIn(game))).toBe(' | a,c,b |  | ')
  })

  it('hold what is to be looked at with the longest waiting first', () => {
    const game = begun('b:\na:', { agents: 2, isolation: 'worktree', review: true })
    game.end(id('a'), OUTCOMES.succeeded)
    game.now = 9
    game.end(id('b'), OUTCOMES.failed)
    expect(boardOf(game, columnsIn(game))).toBe(' |  | a,b | ')
  })

  it('hold what is done with the newest first, the cause before what it took along', () => {
    const game = begun('a:\nb:\nc: b', { agents: 2 })
    game.end(id('a'), OUTCOMES.succeeded)
    game.now = 9
    game.ask({ ask: 'cancel', task: id('b') })
    expect(boardOf(game, columnsIn(game))).toBe(' |  |  | b,c,a')
  })

  it('hold each task once, in its column, and are the same from scratch as step by step', () => {
    let before = NOTHING
    inAnyGame({
      rest(game) {
        const { columns } = (before = arranged(game, before))
        for (const column of COLUMNS)
          for (const card of columns[column]) expect(columnOf(game.run.states[card]!)).toBe(column)
        expect(COLUMNS.flatMap((column) => columns[column]).length).toBe(game.run.states.length)
        expect(columns).toEqual(columnsIn(game))
      },
    })
  })

  it('stay the same lists as long as nothing in them has moved', () => {
    const game = begun('a:\nb:\nc:', { agents: 2 })
    const before = arranged(game)
    expect(arrange(game.run, before.places, before)).toBe(before)
    game.end(id('a'), OUTCOMES.succeeded)
    const after = arranged(game, before)
    expect(after.columns.backlog).toBe(before.columns.backlog)
    expect(after.columns.done).not.toBe(before.columns.done)
    const filtered = filterColumns(after.columns, () => true, before.columns)
    expect(filtered.backlog).toBe(before.columns.backlog)
  })

  it('put a task without a place in the queue behind all others', () => {
    const game = begun('a:\nb:\nc:')
    const { places } = explain(game.run, game.now)
    game.record([
      {
        type: 'attempt-ended',
        task: id('a'),
        attempt: game.run.attemptsOf.get(id('a'))![0]!,
        outcome: OUTCOMES.lost,
      },
    ])
    expect(boardOf(game, arrange(game.run, places, NOTHING).columns)).toBe('b,c,a |  |  | ')
  })
})
