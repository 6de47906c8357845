import { describe, expect, it } from 'vitest'
import {
  DELIVERY,
  Game,
  OUTCOMES,
  planFrom,
  playGame,
  QUESTION,
  TROUBLES,
  type Script,
} from '../../../test/played/play.ts'
import { afterLanding } from '../landing/after-landing.ts'
import type { DeliveredFile, Delivery, Trouble } from '../landing/delivery.ts'
import { attemptId, commitId, taskId } from '../value/ids.ts'
import { qualityOf, sayMeanQuality, sayScore, type QualityPart } from './quality.ts'
import type { Run } from '../run/run.ts'

const a = taskId('a')
const IN_WORKTREES = { isolation: 'worktree', check: 'npm test' } as const

const played = (script: Script = {}): Run => playGame('a:', { ...IN_WORKTREES, ...script }).run

/** A run that lands this delivery. */
function landing(delivery: Partial<Delivery>, script: Script = {}): Run {
  const game = new Game(planFrom('a:', script.tasks), IN_WORKTREES)
  game.startAll()
  game.end(a, OUTCOMES.succeeded, 0, { ...DELIVERY, ...delivery })
  game.land(a)
  return game.run
}

const changed = (...paths: readonly string[]): Partial<Delivery> => ({
  files: paths.map((path): DeliveredFile => ({ path, is: 'changed' })),
})

function part(run: Run, name: QualityPart['part']): string {
  const { points, of, why } = qualityOf(run, a)!.parts.find((one) => one.part === name)!
  return `${points ?? '?'}/${of} ${why}`
}

describe('the quality of the work of a task', () => {
  it('is 100 when all that is known speaks for it', () => {
    const run = played({ tasks: { a: { files: ['a.ts', 'b.ts'] } } })
    expect(qualityOf(run, a)).toEqual({
      score: 100,
      parts: [
        { part: 'checks', points: 40, of: 40, why: 'passed on the merged tree' },
        { part: 'tests', points: 15, of: 15, why: '1 test file added or changed' },
        { part: 'scope', points: 10, of: 10, why: 'every file was predicted' },
        { part: 'size', points: 10, of: 10, why: '34 lines changed' },
        { part: 'review', points: 15, of: 15, why: 'landed unchanged' },
        { part: 'attempts', points: 10, of: 10, why: 'no attempt failed' },
      ],
    })
  })

  it('counts only what is known', () => {
    const run = played({ landings: { a: ['red'] } })
    expect(part(run, 'scope')).toBe('?/10 no files were predicted')
    // 20 + 15 + 10 + 15 + 10 of 90
    expect(qualityOf(run, a)!.score).toBe(78)
  })

  it.each([
    ['waits', {}, () => {}],
    ['works', {}, (game: Game) => game.startAll()],
    [
      'has failed',
      {},
      (game: Game) => {
        game.startAll()
        game.end(a, OUTCOMES.failed)
      },
    ],
    [
      'changed nothing',
      {},
      (game: Game) => {
        game.startAll()
        game.end(a, OUTCOMES.succeeded, 0, false)
      },
    ],
    [
      'works in place',
      { isolation: 'none' },
      (game: Game) => {
        game.startAll()
        game.end(a, OUTCOMES.succeeded)
      },
    ],
  ] as const)('is not known of a task that %s', (_how, settings, go) => {
    const game = new Game(planFrom('a:'), { ...IN_WORKTREES, ...settings })
    go(game)
    expect(qualityOf(game.run, a)).toBeNull()
  })
})

describe('checks', () => {
  it('count half when they failed first', () => {
    expect(part(played({ landings: { a: ['red'] } }), 'checks')).toBe(
      '20/40 passed, but failed first',
    )
  })

  it('count nothing while they fail', () => {
    const run = played({ landings: { a: ['red', 'red'] } })
    expect(part(run, 'checks')).toBe('0/40 failed on the merged tree')
  })

  it('make a bad score while they fail, also of what a person has landed all the same', () => {
    const game = new Game(planFrom('a:'), IN_WORKTREES)
    game.startAll()
    game.end(a, OUTCOMES.succeeded)
    game.land(a, 'red', false)
    expect(qualityOf(game.run, a)!.score).toBe(25)
    game.ask({ ask: 'land', task: a })
    game.record(afterLanding(game.run, a, { commit: commitId('4'.repeat(40)), checked: false }))
    expect(part(game.run, 'checks')).toBe('0/40 failed, but landed anyway')
    expect(qualityOf(game.run, a)!.score).toBe(25)
  })

  it('count half when the target fails without the work, too', () => {
    const game = new Game(planFrom('a:'), IN_WORKTREES)
    game.startAll()
    game.end(a, OUTCOMES.succeeded)
    const trouble = { ...TROUBLES.red, before: true } as Trouble
    game.record([{ type: 'review-needed', task: a, trouble }])
    expect(part(game.run, 'checks')).toMatch(
      '20/40 failed on the merged tree, and also fails without',
    )
  })

  it('find marks of a conflict, whatever else speaks for the work', () => {
    const run = landing({ marked: ['src/a.ts', 'src/b.ts'] })
    expect(part(run, 'checks')).toBe('0/40 conflict markers are in src/a.ts and 1 other file')
    expect(qualityOf(run, a)!.score).toBe(25)
  })

  it('are needed for a score: what nobody has checked has none, however well it looks', () => {
    const tasks = { a: { files: ['a.ts', 'b.ts'] } }
    const scoreOf = (script: Script): string =>
      sayScore(qualityOf(played({ tasks, ...script }), a)!)
    expect(scoreOf({ check: null })).toBe('not known (no check is configured)')
    expect(scoreOf({ review: true })).toBe('not known (not checked)')
    expect(scoreOf({})).toBe('100 of 100')
  })

  it('are not known before they ran, or where there are none', () => {
    const game = new Game(planFrom('a:'), { ...IN_WORKTREES, check: null })
    game.startAll()
    game.end(a, OUTCOMES.succeeded)
    expect(part(game.run, 'checks')).toBe('?/40 no check is configured')
    expect(part(played({ review: true }), 'checks')).toBe('?/40 not checked')
  })
})

describe('tests', () => {
  it.each([
    'src/a.test.ts',
    'a_test.go',
    'test_a.py',
    'src/test/java/A.java',
    'AppTests.cs',
    'app/__tests__/a.jsx',
    'spec/models/user_spec.rb',
  ])('are found by their paths: %s', (path) => {
    expect(part(landing(changed('src/a.ts', path)), 'tests')).toMatch(/^15\/15 1 test file/)
  })

  it.each(['src/latest.ts', 'src/contest.py', 'src/inspector.go'])(
    'are not taken for tests by a part of a word: %s',
    (path) => {
      expect(part(landing(changed(path)), 'tests')).toBe('0/15 code was changed, but no test')
    },
  )

  it('do not count when they were deleted', () => {
    const files = [
      { path: 'a.ts', is: 'changed' },
      { path: 'a.test.ts', is: 'deleted' },
    ] as const
    expect(part(landing({ files }), 'tests')).toMatch(/^0\/15/)
  })

  it('are not asked for where no code was changed', () => {
    expect(part(landing(changed('README.md', 'tests/data.json')), 'tests')).toBe(
      '?/15 no code was changed',
    )
  })

  it('are not known to be missing when not every file is named', () => {
    const changes = { ...DELIVERY.changes, filesChanged: 5000 }
    expect(part(landing({ ...changed('a.ts'), changes }), 'tests')).toMatch(/^\?\/15/)
  })
})

describe('what was changed', () => {
  const predicting = (files: readonly string[]): Script => ({ tasks: { a: { files } } })

  it('loses by files that nobody predicted, but for tests', () => {
    const delivery = changed('src/a.ts', 'src/b.ts', 'c.ts', 'c.test.ts')
    expect(part(landing(delivery, predicting(['src/**'])), 'scope')).toBe(
      '7/10 1 of 3 files not predicted',
    )
    expect(part(landing(delivery, predicting(['src', 'c.ts'])), 'scope')).toMatch(/^10\/10/)
  })

  it.each([
    [400, 10],
    [401, 6],
    [2000, 3],
    [2001, 0],
  ])('is worth less the more there is to read: %i lines', (linesAdded, points) => {
    const changes = { ...DELIVERY.changes, linesAdded, linesDeleted: 0 }
    expect(part(landing({ changes }), 'size')).toBe(`${points}/10 ${linesAdded} lines changed`)
  })
})

describe('review', () => {
  it('has something to say when the work was sent back or met a conflict', () => {
    const run = played({
      review: true,
      asks: {
        100: { ask: 'reject', task: a, why: 'no' },
        200: { ask: 'approve', task: a },
      },
    })
    expect(part(run, 'review')).toBe('9/15 sent back 1 time')
    const met = played({ landings: { a: ['conflict'] } })
    expect(part(met, 'review')).toBe('11/15 had a merge conflict')
  })

  it('never takes more than there is', () => {
    const game = new Game(planFrom('a:'), { ...IN_WORKTREES, review: true })
    for (let round = 0; round < 4; round++) {
      game.startAll()
      game.end(a, OUTCOMES.succeeded)
      game.ask({ ask: 'reject', task: a, why: 'no' })
    }
    game.startAll()
    game.end(a, OUTCOMES.succeeded)
    expect(part(game.run, 'review')).toBe('0/15 sent back 4 times')
  })

  it('has nothing against questions', () => {
    const game = new Game(
      planFrom('a:', { a: { work: { is: 'prompt', text: 'x' } } }),
      IN_WORKTREES,
    )
    game.startAll()
    const attempt = attemptId(game.run.id, a, 1)
    game.record([{ type: 'question-asked', task: a, attempt, question: QUESTION }])
    game.end(a, OUTCOMES.asked)
    game.ask({ ask: 'guide', task: a, text: 'sliding' })
    game.startAll()
    game.end(a, OUTCOMES.succeeded)
    game.land(a)
    expect(part(game.run, 'review')).toBe('15/15 landed unchanged')
    expect(qualityOf(game.run, a)!.score).toBe(100)
  })

  it('is not known before anyone has looked', () => {
    expect(part(played({ review: true }), 'review')).toBe('?/15 not reviewed yet')
  })

  it('says when it was approved unchanged', () => {
    const game = new Game(planFrom('a:'), { ...IN_WORKTREES, review: true })
    game.startAll()
    game.end(a, OUTCOMES.succeeded)
    game.ask({ ask: 'approve', task: a })
    game.land(a)
    expect(part(game.run, 'review')).toBe('15/15 approved unchanged')
  })
})

describe('attempts', () => {
  it('count when they failed, and not when they were cut off', () => {
    const after = (...outcomes: (keyof typeof OUTCOMES)[]) =>
      part(played({ outcomes: { a: outcomes } }), 'attempts')
    expect(after('try again')).toBe('5/10 1 attempt failed before')
    expect(after('try again', 'killed')).toBe('0/10 2 attempts failed before')
    expect(after('lost', 'preempted')).toBe('10/10 no attempt failed')
  })
})

it('the quality of a run is said of the tasks whose score is known', () => {
  const judged = (score: number | null) => ({ quality: { score, parts: [] } })
  expect(sayMeanQuality([judged(90), judged(88), { quality: null }, judged(null)])).toBe(
    '89 of 100 on average, of 2 tasks; not known of 1, which nothing has checked',
  )
  expect(sayMeanQuality([judged(null)])).toBe('not known: nothing has been checked')
  expect(sayMeanQuality([{ quality: null }])).toBeNull()
})
