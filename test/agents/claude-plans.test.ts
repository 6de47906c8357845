import { describe, expect, it } from 'vitest'
import { plannerFor } from '../../src/app/plan/planner-for.ts'
import { usualConfig } from '../../src/config/resolve-config.ts'
import { KNOWN_AGENTS } from '../../src/config/known-agents.ts'
import { makePlan, type Planned } from '../../src/planning/make-plan.ts'
import { NEVER, processesWith } from '../contracts/planning-model.ts'
import { ANALYSIS, expectValid, PLAN, TODO_APP } from '../planning/any-plan.ts'
import { HOSTILE_PLANS } from '../planning/hostile-answers.ts'
import { tempFolder } from '../repository/temp-folder.ts'
import { agentCli } from '../scripted/agent-clis.ts'
import { startAnsweringModel, type Reply } from '../scripted/answering-model.ts'
import { until } from '../until.ts'
import { settingsFor } from './cli-settings.ts'

/** As a user who types --backend cli, or nothing. */
async function planBy(
  replies: readonly Reply[],
  { insists = false, signal = NEVER }: { insists?: boolean; signal?: AbortSignal } = {},
): Promise<Planned> {
  using home = tempFolder()
  await using server = await startAnsweringModel(...replies)
  const { path, env } = settingsFor('claude', server.url, home.path)
  const agents = { claude: { ...KNOWN_AGENTS['claude']!, command: [path] } }
  const made = await plannerFor(
    { ...usualConfig(), agents },
    { backend: 'cli', model: 'sonnet' },
    { ...process.env, ...env },
  )
  if (!made.ok) throw new Error(made.problem.message)
  const planned = await makePlan(TODO_APP, { ...made.planner, insists }, () => {}, signal)
  expect(processesWith(home.path)).toEqual([])
  return planned
}

function readyIn(planned: Planned): Extract<Planned, { is: 'ready' }> {
  if (planned.is !== 'ready') throw new Error(planned.says)
  expectValid(planned.draft)
  return planned
}

describe.skipIf(agentCli('claude') === null)('a plan by the real claude', () => {
  it('is what its model answers, with its cost', async () => {
    const planned = readyIn(await planBy([{ answer: ANALYSIS }, { answer: PLAN }]))
    expect(planned.draft.tasks.map(({ id }) => id)).toEqual(['store', 'login', 'sharing'])
    expect(planned.draft.madeBy).toEqual({
      backend: 'cli',
      model: expect.stringContaining('sonnet'),
    })
    expect(planned.spent).toMatchObject({ questions: 2, usage: { costFrom: 'agent' } })
    expect(planned.spent.usage.costUsd).toBeGreaterThan(0)
  })

  it('is made offline when its key is wrong, and is an error if the user insists', async () => {
    expect(readyIn(await planBy([{ status: 401 }])).draft.madeBy.backend).toBe('offline')
    expect(await planBy([{ status: 401 }], { insists: true })).toMatchObject({
      is: 'failed',
      why: 'bad-key',
      remedy: expect.stringContaining('/login'),
    })
  })

  it('waits for a model that is overloaded', async () => {
    const replies = [{ status: 529 }, { answer: ANALYSIS }, { answer: PLAN }]
    const planned = readyIn(await planBy(replies))
    expect(planned).toMatchObject({ offlineBecause: null, spent: { questions: 3 } })
  })

  it('is cancelled with everything that was started', async () => {
    const cancelling = new AbortController()
    const planning = planBy([{ hang: true }], { signal: cancelling.signal })
    await until('claude runs', () => processesWith('CLAUDE_CODE_MAX_OUTPUT_TOKENS=').length > 0)
    cancelling.abort()
    expect(await planning).toMatchObject({ is: 'failed', why: 'cancelled' })
  })

  // The first is what a hidden instruction would ask for, and the others could suffer on their way through claude.
  // test/planning/hostile-model.test.ts has all others.
  const some = ['a command in each task', '500 tasks', 'prototypes']

  it.each(HOSTILE_PLANS.filter(([what]) => some.includes(what)))(
    'is valid when its model obeys and answers with %s',
    async (_what, answer) => {
      const planned = await planBy([{ answer: ANALYSIS }, { answer }])
      expect(readyIn(planned).draft.tasks.length).toBeGreaterThan(0)
    },
  )
})
