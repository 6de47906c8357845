import { describe, expect, it } from 'vitest'
import { tokensOf } from '../../src/core/agent/usage.ts'
import { makePlan, type Planned, type Planner } from '../../src/planning/make-plan.ts'
import type { FailureReason } from '../../src/planning/planning-model.ts'
import type { PlanningProgress } from '../../src/planning/planning-session.ts'
import type { PlanRequest } from '../../src/planning/prompts/plan-request.ts'
import { NEVER } from '../contracts/planning-model.ts'
import { scriptedPlanningModel, type Prepared } from '../scripted/scripted-planning-model.ts'
import { ANALYSIS, expectValid, PLAN, task, TODO_APP } from './any-plan.ts'

const FINE: readonly Prepared[] = [{ value: ANALYSIS }, { value: PLAN }]

async function making(
  prepared: readonly Prepared[],
  {
    request = {},
    planner = {},
    signal = NEVER,
  }: {
    readonly request?: Partial<PlanRequest>
    readonly planner?: Partial<Planner>
    readonly signal?: AbortSignal
  } = {},
) {
  const model = scriptedPlanningModel(...prepared)
  const told: PlanningProgress[] = []
  const usual = { model, because: null, insists: false, timeoutSeconds: 60 }
  const planned = await makePlan(
    { ...TODO_APP, ...request },
    { ...usual, ...planner },
    (progress) => told.push(progress),
    signal,
  )
  return { planned, told, questions: model.questions }
}

function readyIn(planned: Planned): Extract<Planned, { is: 'ready' }> {
  if (planned.is !== 'ready') throw new Error(planned.says)
  expectValid(planned.draft)
  return planned
}

function failedIn(planned: Planned): Extract<Planned, { is: 'failed' }> {
  if (planned.is !== 'failed') throw new Error('there is a plan')
  return planned
}

const states = (told: readonly PlanningProgress[]): readonly string[] =>
  told.map(({ state }) => state)

describe('a plan by a model', () => {
  it('[PLAN-20] is initialized, analysing, planning and ready, each with words and the time', async () => {
    const { told } = await making(FINE)
    expect(told.map(({ state, says }) => `${state}: ${says}`)).toEqual([
      'initialized: requirements of 1 line, for 3 agents',
      'analysing: the scripted model analyses the requirements',
      'planning: the scripted model plans 3 tasks (simple)',
      'ready: 3 tasks planned by the scripted model',
    ])
    const times = told.map(({ elapsedSeconds }) => elapsedSeconds)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(told.map(({ usage }) => usage.costUsd)).toEqual([null, null, 0.5, 1])
  })

  it('has the tasks of the answer, and says who made it', async () => {
    const { draft, offlineBecause } = readyIn((await making(FINE)).planned)
    expect(draft.tasks.map(({ id, dependencies }) => [id, ...dependencies])).toEqual([
      ['store'],
      ['login', 'store'],
      ['sharing', 'store', 'login'],
    ])
    expect(draft.tasks[0]).toMatchObject({ priority: 2, estimateSeconds: 3600, domain: 'api' })
    const { features, components, reasons } = ANALYSIS
    expect(draft.analysis).toMatchObject({ complexity: 'simple', features, components, reasons })
    expect(draft.madeBy).toEqual({ backend: 'api', model: 'scripted-1' })
    expect(offlineBecause).toBeNull()
  })

  it('costs what all its questions cost, also those that failed', async () => {
    const { planned } = await making([{ fails: 'malformed' }, ...FINE])
    expect(planned.spent).toMatchObject({ questions: 3, usage: { costUsd: 1.5 } })
    expect(tokensOf(planned.spent.usage)).toBe(330)
  })

  it('may have more tasks than there are agents', async () => {
    const tasks = Array.from({ length: 20 }, (_, i) => task(`part-${i}`))
    const analysis = { ...ANALYSIS, task_count: 20, complexity: 'enterprise' }
    const { planned } = await making([{ value: analysis }, { value: { ...PLAN, tasks } }])
    expect(readyIn(planned).draft.analysis).toMatchObject({
      taskCount: 20,
      complexity: 'enterprise',
    })
  })
})

describe('an answer that is wrong', () => {
  const WITHOUT_PROMPT = { ...PLAN, tasks: [task('store', { prompt: '' }), task('login')] }

  it('is asked again once, with what was wrong', async () => {
    const { planned, questions, told } = await making([
      { value: ANALYSIS },
      { value: WITHOUT_PROMPT },
      { value: PLAN },
    ])
    expect(readyIn(planned).draft.madeBy.backend).toBe('api')
    expect(questions.map(({ purpose }) => purpose)).toEqual(['analyse', 'plan', 'plan'])
    expect(questions[2]!.prompt).toContain('Task "store" has no prompt.')
    expect(states(told)).toEqual(['initialized', 'analysing', 'planning', 'planning', 'ready'])
  })

  it('twice leads to a plan that is made offline, and says so', async () => {
    const { planned, questions } = await making([{ value: ANALYSIS }, { value: WITHOUT_PROMPT }])
    const { draft, offlineBecause } = readyIn(planned)
    expect(questions).toHaveLength(3)
    expect(draft.madeBy).toEqual({ backend: 'offline', model: null })
    expect(offlineBecause).toBe(
      'the scripted model answered twice with something unusable: Task "store" has no prompt',
    )
    expect(draft.notes[0]).toBe(`Made offline: ${offlineBecause}.`)
  })

  it('[PLAN-22] twice is a failure if the user insists on the backend', async () => {
    const prepared = [{ value: ANALYSIS }, { value: WITHOUT_PROMPT }]
    const { planned, told } = await making(prepared, { planner: { insists: true } })
    expect(failedIn(planned)).toMatchObject({ during: 'planning', why: 'malformed' })
    expect(told.at(-1)).toMatchObject({ state: 'failed', says: failedIn(planned).says })
  })

  it('[PLAN-21] to the analysis is a failure of the analysis', async () => {
    const { planned } = await making([{ value: { words: 'none' } }], { planner: { insists: true } })
    expect(failedIn(planned)).toMatchObject({ during: 'analysing', why: 'malformed' })
  })

  it('that could merely be better is taken when nothing better comes', async () => {
    const coarse = {
      ...PLAN,
      tasks: [task('store', { estimate_minutes: 3000 }), task('b'), task('c')],
    }
    const { planned } = await making([{ value: ANALYSIS }, { value: coarse }, { fails: 'refused' }])
    const { draft } = readyIn(planned)
    expect(draft.madeBy.backend).toBe('api')
    expect(draft.notes.join()).toContain('too large')
  })

  it.each(['malformed', 'truncated'] as const)('is asked again when it is %s', async (fails) => {
    const { planned, questions } = await making([{ fails }, ...FINE])
    expect(readyIn(planned).draft.madeBy.backend).toBe('api')
    expect(questions).toHaveLength(3)
  })
})

describe('a failure of the model', () => {
  const REASONS: readonly FailureReason[] = [
    'no-key',
    'bad-key',
    'refused',
    'missing-cli',
    'timeout',
    'error',
    'truncated',
    'malformed',
  ]

  it.each(REASONS)('(%s) leads to a plan that is made offline, and says so', async (fails) => {
    for (const prepared of [[{ fails }], [{ value: ANALYSIS }, { fails }]]) {
      const { draft, offlineBecause } = readyIn((await making(prepared)).planned)
      expect(draft.madeBy.backend).toBe('offline')
      expect(offlineBecause).toBe(`it fails (${fails})`)
      expect(draft.notes[0]).toBe(`Made offline: it fails (${fails}).`)
    }
  })

  it.each(REASONS)('(%s) is an error if the user insists on the backend', async (fails) => {
    const { planned } = await making([{ fails }], { planner: { insists: true } })
    expect(failedIn(planned)).toMatchObject({ during: 'analysing', why: fails })
    expect(failedIn(planned).remedy).not.toBeNull()
  })

  it.each(['overloaded', 'rate-limited', 'network'] as const)(
    '(%s) that will pass is waited for, and told',
    async (fails) => {
      const { planned, told } = await making([{ fails, retryAfter: 0.05 }, ...FINE])
      expect(readyIn(planned).draft.madeBy.backend).toBe('api')
      expect(told[2]).toMatchObject({
        state: 'analysing',
        says: `it fails (${fails}); asking again in 50ms`,
      })
    },
  )

  it('that will not pass soon is not waited for', async () => {
    const began = performance.now()
    const { planned } = await making([{ fails: 'rate-limited', retryAfter: 3600 }])
    expect(readyIn(planned).draft.madeBy.backend).toBe('offline')
    expect(performance.now() - began).toBeLessThan(5000)
  })
})

describe('planning that is stopped', () => {
  it.each([
    ['while it analyses', [{ hangs: true }]],
    ['while it plans', [{ value: ANALYSIS }, { hangs: true }]],
    ['while it waits', [{ fails: 'overloaded', retryAfter: 20 }]],
  ] as const)('by a person, %s, is cancelled and makes no plan', async (_when, prepared) => {
    const cancelling = new AbortController()
    setTimeout(() => cancelling.abort(), 100)
    const { planned, told } = await making(prepared, { signal: cancelling.signal })
    expect(failedIn(planned).why).toBe('cancelled')
    expect(states(told).at(-1)).toBe('failed')
    expect(planned.spent.usage.costUsd).toBeGreaterThan(0)
  })

  it('by its time limit leads to a plan that is made offline, and says so', async () => {
    const { planned } = await making([{ hangs: true }], { planner: { timeoutSeconds: 0.1 } })
    const { draft, offlineBecause } = readyIn(planned)
    expect(draft.madeBy.backend).toBe('offline')
    expect(offlineBecause).toBe('the scripted model did not answer in time')
  })

  it('may have a time limit that is longer than any timer', async () => {
    const { planned } = await making(FINE, { planner: { timeoutSeconds: 30 * 86_400 } })
    expect(readyIn(planned).draft.madeBy.backend).toBe('api')
  })

  it('by its time limit is an error if the user insists on the backend', async () => {
    const planner = { timeoutSeconds: 0.1, insists: true }
    const { planned } = await making([{ hangs: true }], { planner })
    expect(failedIn(planned)).toMatchObject({ why: 'timeout', during: 'analysing' })
  })
})

describe('a plan without a model', () => {
  it('is made offline, through the same states', async () => {
    const { planned, told, questions } = await making(FINE, { planner: { model: null } })
    const { draft, offlineBecause } = readyIn(planned)
    expect(states(told)).toEqual(['initialized', 'analysing', 'planning', 'ready'])
    expect(draft.madeBy).toEqual({ backend: 'offline', model: null })
    expect(offlineBecause).toBeNull()
    expect(questions).toEqual([])
    expect(planned.spent).toMatchObject({ questions: 0, usage: { costUsd: null } })
  })

  it('says why, if a model would have been welcome', async () => {
    const planner = { model: null, because: 'claude is not installed' }
    const { planned } = await making(FINE, { planner })
    expect(readyIn(planned).draft.notes[0]).toBe('Made offline: claude is not installed.')
  })
})

describe('requirements', () => {
  it.each(['', ' \n\t', '---'])('that say nothing (%j) are refused', async (requirements) => {
    const { planned, questions } = await making(FINE, { request: { requirements } })
    expect(failedIn(planned)).toMatchObject({
      during: 'analysing',
      says: 'the requirements are empty',
    })
    expect(questions).toEqual([])
  })

  it('that are too long are refused, instead of being planned by halves', async () => {
    const requirements = `# A shop\n\n${'It sells things. '.repeat(25_000)}`
    const { planned, questions } = await making(FINE, { request: { requirements } })
    expect(failedIn(planned)).toMatchObject({ why: 'requirements', remedy: expect.any(String) })
    expect(questions).toEqual([])
  })
})
