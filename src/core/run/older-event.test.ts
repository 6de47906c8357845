import { describe, expect, it } from 'vitest'
import { Game, OUTCOMES, planFrom } from '../../../test/played/play.ts'
import { olderRun } from '../../../test/repository/older-run.ts'
import { foldRun } from './apply-event.ts'
import { afterAttempt } from './after-attempt.ts'
import { attentionOf } from '../report/attention.ts'
import { runOverBudget } from '../agent/budget.ts'
import { DEFAULT_PROMPT } from '../agent/default-prompt.ts'
import { taskId } from '../value/ids.ts'
import { wordsOf } from '../agent/prompt.ts'
import { materialFor } from '../agent/prompt-material.ts'
import { openAttempts, taskOf } from './run.ts'
import { scheduleOf } from '../schedule/schedule.ts'
import { NOT_MEASURED, summarise } from '../report/summary.ts'
import { WORK } from './task-state.ts'

describe('a run that an earlier version has written down', () => {
  const older = () => foldRun(olderRun())!

  it('goes on: nothing of it is over a budget that nobody has set', () => {
    const run = older()
    expect(runOverBudget(run)).toBe(null)
    expect(scheduleOf(run).next(10_000)).toBe('b')
    expect(attentionOf(run, 10_000)).toEqual([])
  })

  it('can be told to an agent, delivered and summed up', () => {
    const run = older()
    const briefing = { template: DEFAULT_PROMPT, repository: null }
    const b = taskOf(run, taskId('b'))
    const material = materialFor(run, b, { briefing, resolver: null })
    expect(material).toMatchObject({ purpose: WORK, start: 'fresh' })
    expect(wordsOf(material).prompt).toContain('two lines')
    expect(summarise(run, NOT_MEASURED).results).toHaveLength(3)
    const [open] = openAttempts(run)
    const delivery = [...run.attempts.values()][0]!.delivery!
    const end = { outcome: OUTCOMES.succeeded, delivery, files: [], unresolved: [] }
    const facts = afterAttempt(run, open!, end, { now: 10_000, chance: 0.5 })
    expect(facts.map(({ type }) => type)).toEqual(['attempt-ended', 'landing-queued'])
  })

  it('is left as it is when nothing is missing', () => {
    const game = new Game(planFrom('a:\nb: a'), { budgetUsd: 3, askFirst: { x: ['y'] } })
    expect(game.run.settings).toMatchObject({ budgetUsd: 3, askFirst: { x: ['y'] } })
  })
})
