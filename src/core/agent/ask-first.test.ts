import { describe, expect, it } from 'vitest'
import { DELIVERY, Game, OUTCOMES, planFrom, QUESTION } from '../../../test/played/play.ts'
import { attemptId, runId, taskId } from '../value/ids.ts'
import { stateOf } from '../run/run.ts'

const a = taskId('a')
const AREAS = { security: ['src/auth/**'], 'public-api': ['api/*.yaml'] }

/** A task whose agent has touched these files, and asked about these areas. */
function worked(
  files: readonly string[],
  asked: readonly (string | null)[] = [],
  own: string[] = [],
) {
  const game = new Game(planFrom('a:', { a: { askFirst: own } }), {
    isolation: 'worktree',
    askFirst: AREAS,
  })
  game.startAll()
  const attempt = attemptId(runId(1), a, 1)
  game.record([{ type: 'files-touched', task: a, files, changes: DELIVERY.changes }])
  for (const area of asked) {
    const question = { ...QUESTION, area }
    game.record([
      { type: 'question-asked', task: a, attempt, question },
      { type: 'guidance-given', task: a, text: 'like this' },
      { type: 'guidance-delivered', task: a, attempt, said: 1, how: 'steered' },
    ])
  }
  game.end(a, OUTCOMES.succeeded)
  return stateOf(game.run, a)
}

describe('areas that must ask first', () => {
  it('[V13] a delivery that touches one without a question needs a person', () => {
    expect(worked(['src/auth/token.ts', 'README.md'])).toMatchObject({
      is: 'review',
      trouble: { is: 'unasked', areas: [{ area: 'security', files: ['src/auth/token.ts'] }] },
    })
  })

  it('[V13] goes on by itself when it asked about that area, or about something of no area', () => {
    expect(worked(['src/auth/token.ts'], ['security'])).toMatchObject({ is: 'landing' })
    expect(worked(['src/auth/token.ts'], [null])).toMatchObject({ is: 'landing' })
    expect(worked(['src/auth/token.ts'], ['public-api'])).toMatchObject({ is: 'review' })
  })

  it('[V13] a question that was cut off before anybody answered it does not count', () => {
    const game = new Game(planFrom('a:', { a: { askFirst: ['security'] } }), {
      isolation: 'worktree',
    })
    game.startAll()
    const question = { ...QUESTION, area: 'security' }
    game.record([{ type: 'question-asked', task: a, attempt: attemptId(runId(1), a, 1), question }])
    game.end(a, OUTCOMES.lost)
    game.startAll()
    game.end(a, OUTCOMES.succeeded)
    expect(stateOf(game.run, a)).toMatchObject({ is: 'review', trouble: { is: 'unasked' } })
  })

  it('goes on by itself when it touched nothing of them', () => {
    expect(worked(['src/main.ts', 'api/deep/x.yaml'])).toMatchObject({ is: 'landing' })
  })

  it('[V13] a task that names one itself must ask whatever it touches', () => {
    expect(worked(['README.md'], [], ['performance'])).toMatchObject({
      trouble: { is: 'unasked', areas: [{ area: 'performance', files: [] }] },
    })
    expect(worked(['README.md'], ['performance'], ['performance'])).toMatchObject({ is: 'landing' })
  })
})
