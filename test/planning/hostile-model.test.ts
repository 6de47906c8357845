import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { priceOf } from '../../src/agents/known/prices.ts'
import { anthropicApi } from '../../src/planning/anthropic-api.ts'
import { askBack } from '../../src/planning/ask-back.ts'
import { makePlan, type Planned } from '../../src/planning/make-plan.ts'
import type { PlanningModel } from '../../src/planning/planning-model.ts'
import { rerankFiles } from '../../src/planning/rerank-files.ts'
import { NEVER } from '../contracts/planning-model.ts'
import { startAnsweringModel } from '../scripted/answering-model.ts'
import { scriptedPlanningModel } from '../scripted/scripted-planning-model.ts'
import { howMany } from '../thorough.ts'
import { ANALYSIS, expectValid, PLAN, TODO_APP } from './any-plan.ts'
import { HOSTILE_ANALYSES, HOSTILE_PLANS } from './hostile-answers.ts'

const plan = (model: PlanningModel): Promise<Planned> =>
  makePlan(
    TODO_APP,
    { model, because: null, insists: false, timeoutSeconds: 60 },
    ({ says }) => expect(says).toMatch(/^[^\p{Cc}]+$/u),
    NEVER,
  )

async function planBy(analysis: unknown, answer: unknown): Promise<void> {
  const planned = await plan(scriptedPlanningModel({ value: analysis }, { value: answer }))
  if (planned.is !== 'ready') throw new Error(planned.says)
  expectValid(planned.draft)
}

describe('a model that obeys instructions hidden in the requirements', () => {
  it.each(HOSTILE_PLANS)('makes no invalid plan by answering with %s', async (_what, answer) => {
    await expect(planBy(ANALYSIS, answer)).resolves.toBeUndefined()
    expect(({} as { isAdmin?: unknown }).isAdmin).toBeUndefined()
  })

  it.each(HOSTILE_ANALYSES)(
    'makes no invalid plan by an analysis with %s',
    async (_what, answer) => {
      await expect(planBy(answer, PLAN)).resolves.toBeUndefined()
    },
  )

  it('makes no invalid plan by any JSON at all', async () => {
    const any = fc.jsonValue({ maxDepth: 4 })
    const task = fc.record({
      id: fc.oneof(fc.string(), any),
      prompt: fc.oneof(fc.string({ minLength: 1 }), any),
      dependencies: fc.oneof(fc.array(fc.string()), any),
      estimate_minutes: any,
      files: fc.oneof(fc.array(fc.string()), any),
      flags: any,
    })
    const answer = fc.oneof(any, fc.record({ name: any, tasks: fc.array(task), notes: any }))
    await fc.assert(
      fc.asyncProperty(any, answer, async (analysis, tasks) => {
        await planBy(analysis, tasks)
        await planBy(ANALYSIS, tasks)
      }),
      { numRuns: howMany(50, 200) },
    )
  })

  it.each(HOSTILE_PLANS)(
    'asks nothing that cannot be shown by answering with %s',
    async (_what, value) => {
      const asked = await askBack(TODO_APP, scriptedPlanningModel({ value }), NEVER)
      expect(JSON.stringify(asked)).not.toMatch(/\\u00/)
    },
  )

  it('foresees no file but those it was asked about', async () => {
    const task = { subject: 'Fix it', body: '', candidates: ['a.ts', 'b.ts'] }
    const touched = [
      { task: 1, file: 2, chance: 'sure' },
      { task: 1, file: 2, chance: 'likely' },
      { task: 1, file: 7, chance: 'sure' },
      { task: 3, file: 1, chance: 'sure' },
      { task: '__proto__', file: 1, chance: 'sure' },
      { task: 1, file: '__proto__', chance: 'sure' },
      { task: 1, file: 'length', chance: 'sure' },
      { task: 1, file: 1, chance: 'certainly' },
      { task: 2, file: 1, chance: 'possible' },
      '../../etc/passwd',
    ]
    const model = scriptedPlanningModel({ value: { touched } })
    expect(await rerankFiles([task, task], model, NEVER)).toMatchObject({
      guesses: [new Map([['b.ts', 'sure']]), new Map([['a.ts', 'possible']])],
      failure: null,
    })
  })
})

describe('a plan by the real SDK', () => {
  const apiAt = (url: string): PlanningModel =>
    anthropicApi({
      environment: { ANTHROPIC_API_KEY: 'sk-ant-scripted', ANTHROPIC_BASE_URL: url },
      model: 'claude-sonnet-5-5',
      priceOf,
    })

  it('is what the model answers', async () => {
    await using server = await startAnsweringModel({ answer: ANALYSIS }, { answer: PLAN })
    const planned = await plan(apiAt(server.url))
    expect(planned).toMatchObject({
      is: 'ready',
      offlineBecause: null,
      draft: { madeBy: { backend: 'api', model: 'claude-sonnet-5-5' } },
      spent: { questions: 2, usage: { inputTokens: 200, outputTokens: 40 } },
    })
    expect(planned.spent.usage.costUsd).toBeCloseTo(0.000802)
  })

  it('is made offline when the key is wrong', async () => {
    await using server = await startAnsweringModel({ status: 401 })
    const planned = await plan(apiAt(server.url))
    expect(planned).toMatchObject({ is: 'ready', draft: { madeBy: { backend: 'offline' } } })
    expect(server.asked).toHaveLength(1)
  })

  it.each(HOSTILE_PLANS)('is valid when the model answers with %s', async (_what, answer) => {
    await using server = await startAnsweringModel({ answer: ANALYSIS }, { answer })
    const planned = await plan(apiAt(server.url))
    if (planned.is !== 'ready') throw new Error(planned.says)
    expectValid(planned.draft)
    expect(server.asked.length).toBeLessThanOrEqual(3)
  })
})
