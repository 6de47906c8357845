import { describe, expect, it } from 'vitest'
import { inAnyGame } from '../../../test/any-game.ts'
import { Game, OUTCOMES, planFrom, type Script } from '../../../test/play.ts'
import { columnOf, COLUMNS } from '../../../src/core/board.ts'
import { taskId } from '../../../src/core/ids.ts'
import { columnsOf, filterColumns, NO_COLUMNS, type Columns } from './columns.ts'
import { explain } from './explain.ts'

const id = taskId

const begun = (notation: string, { tasks, ...settings }: Script = {}): Game => {
  const game = new Game(planFrom(notation, tasks), { agents: 1, ...settings })
  game.startAll()
  return game
}

const columnsIn = (game: Game, before?: Columns): Columns =>
  columnsOf(game.run, explain(game.run, game.now).places, before)

/** The ids in each column, those in one column by commas. */
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
    let before = NO_COLUMNS
    inAnyGame({
      rest(game) {
        const columns = columnsIn(game, before)
        for (const column of COLUMNS)
          for (const card of columns[column]) expect(columnOf(game.run.states[card]!)).toBe(column)
        expect(COLUMNS.flatMap((column) => columns[column]).length).toBe(game.run.states.length)
        expect(columns).toEqual(columnsIn(game))
        before = columns
      },
    })
  })

  it('stay the same lists as long as nothing in them has moved', () => {
    const game = begun('a:\nb:\nc:', { agents: 2 })
    const before = columnsIn(game)
    expect(columnsIn(game, before)).toEqual(before)
    game.end(id('a'), OUTCOMES.succeeded)
    const after = columnsIn(game, before)
    expect(after.backlog).toBe(before.backlog)
    expect(after.done).not.toBe(before.done)
    expect(filterColumns(after, () => true, before).backlog).toBe(before.backlog)
  })

  it('put a task that nobody has explained yet behind all others', () => {
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
    expect(boardOf(game, columnsOf(game.run, places))).toBe('b,c,a |  |  | ')
  })
})
