/** From requirements to a run in one go, by a model on this machine: states, time and cost of planning are the run's. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { PlanDocument } from '../../src/app/planning/plan-document.ts'
import type { Summary } from '../../src/core/report/summary.ts'
import { repository, type Folder } from '../conductor.ts'
import { ANALYSIS, PLAN } from '../planning/any-plan.ts'
import {
  startAnsweringModel,
  type AnsweringModel,
  type Reply,
} from '../scripted/answering-model.ts'

const CONFIG = `isolation: none
collisions: {foresee: false}
agent: house
agents: {house: {command: 'cat > /dev/null; echo done > "$CONDUCTOR_TASK"'}}
`
const ANSWERS: readonly Reply[] = [{ answer: ANALYSIS }, { answer: PLAN }]

let model: AnsweringModel | null = null
afterEach(async () => {
  await model?.[Symbol.asyncDispose]()
  model = null
})

async function placeWith(
  replies: readonly Reply[],
  files: Readonly<Record<string, string>> = { '.conductor/config.yaml': CONFIG },
): Promise<Folder> {
  model = await startAnsweringModel(...replies)
  const environment = { ANTHROPIC_API_KEY: 'sk-ant-test', ANTHROPIC_BASE_URL: model.url }
  return repository(
    { 'spec.md': '# Todo app\n\nTodos, login, sharing.\n', ...files },
    { environment },
  )
}

const summaryIn = (place: Folder, run = 1): Summary =>
  JSON.parse(
    readFileSync(join(place.path, `.conductor/run-${run}/summary.json`), 'utf8'),
  ) as Summary

const PLANNED = ['initialized', 'analysing', 'planning', 'queue_ready']

describe('conductor run --requirements', () => {
  it('analyses, plans and runs, and the report counts what planning took and cost', async () => {
    await using place = await placeWith(ANSWERS)
    const { code, stdout, stderr } = await place.conductor(
      'run',
      '--requirements',
      'spec.md',
      '-p',
      '2',
      '--no-ui',
    )
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(/initialized[^]*analysing[^]*planning[^]*ready/),
    ])
    expect(stdout).toMatch(
      /^Todo app: simple, 3 tasks, planned by [^]*run 1: 3 tasks[^]*Run 1 completed/,
    )
    const asked = JSON.stringify(model!.asked[0]!.body.messages)
    expect(asked).toMatch(/Todos, login, sharing\.[^]*At most 2 agents will work at the same time/)
    expect(stdout).toMatch(/\n {2}planning {6}claude-\S+, [\d.]+\w*, \$\S+ estimated, 250 tokens\n/)
    const { phase, planning, stage_s, cost_usd, tokens, ...summary } = summaryIn(place)
    expect(phase).toBe('completed')
    expect(planning!.states.map(({ state }) => state)).toEqual(PLANNED)
    expect(stage_s.analysis).toBeGreaterThanOrEqual(planning!.analysis_s)
    expect(stage_s.planning).toBeGreaterThanOrEqual(planning!.planning_s)
    expect(planning!.analysis_s * planning!.planning_s).toBeGreaterThan(0)
    expect([cost_usd, tokens]).toEqual([planning!.cost_usd, 250])
    expect(cost_usd).toBeGreaterThan(0)
    expect(summary.cost_is_partial).toBe(true)
    const { execution_plan } = JSON.parse(
      readFileSync(join(place.path, '.conductor/run-1/plan.json'), 'utf8'),
    )
    expect(execution_plan.batches.map(({ task_ids }: { task_ids: string[] }) => task_ids)).toEqual([
      ['store'],
      ['login'],
      ['sharing'],
    ])
  })

  it.each<[string, readonly Reply[], string]>([
    ['analysing', [{ status: 401 }], 'initialized analysing failed'],
    ['planning', [{ answer: ANALYSIS }, { status: 401 }], 'initialized analysing planning failed'],
  ])('ends as a failed run with the reason when %s fails', async (during, replies, states) => {
    await using place = await placeWith(replies)
    const typed = ['run', '--requirements', 'a shop', '--backend', 'api', '--no-ui']
    const { code, stderr } = await place.conductor(...typed)
    expect([code, stderr]).toEqual([
      3,
      expect.stringMatching(`error: run 1 failed: ${during} failed: the Anthropic API answers 401`),
    ])
    const { status, phase, planning } = summaryIn(place)
    expect([status, phase, planning!.failed?.during]).toEqual(['failed', 'failed', during])
    expect(planning!.states.map(({ state }) => state).join(' ')).toBe(states)
    for (const plan of ['tasks.yaml', '.conductor/plan.json', '.conductor/run-1/plan.json'])
      expect([plan, existsSync(join(place.path, plan))]).toEqual([plan, false])
    for (const look of ['status', 'report', 'runs'])
      expect((await place.conductor(look)).stdout).toContain(`${during} failed: the Anthropic API`)
    const resumed = await place.conductor('resume')
    expect([resumed.code, resumed.stderr]).toEqual([2, expect.stringContaining('plan again with')])
  })

  it('can be typed as the hints say it, with words or a file', async () => {
    await using place = await placeWith([])
    const typed = async (...words: readonly string[]): Promise<number | null> =>
      (await place.conductor('run', ...words, '--no-ui')).code
    expect(await typed('--requirements', 'Todo app with login', '--offline')).toBe(0)
    expect(await typed('tasks.yaml', '--requirements', 'spec.md', '--offline')).toBe(0)
    expect(model!.asked).toEqual([])
  })

  it('asks no model when the run could not begin', async () => {
    await using place = await placeWith(ANSWERS, {
      '.conductor/config.yaml': 'isolation: worktree\n',
    })
    const refused = async (...words: readonly string[]) => {
      const { code, stderr } = await place.conductor('run', '--no-ui', ...words)
      expect(code).toBe(2)
      return stderr
    }
    expect(await refused('--requirements', 'a shop', '--agent', 'nobody')).toContain('nobody')
    place.write('.conductor/config.yaml', 'collisions: {foresee: false}\n')
    expect(await refused('--requirements', 'a shop')).toContain(
      'there is no agent for the tasks that would be planned',
    )
    expect(await refused('-', '--requirements', 'a shop')).toContain(
      'conductor run tasks.yaml --requirements spec.md',
    )
    expect(await refused('--offline')).toContain('nothing to plan')
    expect(await refused('spec.md')).toContain('conductor run --requirements spec.md')
    place.write('.conductor/config.yaml', CONFIG)
    place.write('tasks.yaml', 'tasks: [{id: a, run: "true", needs_human: true}]\n')
    expect((await place.conductor('run', '--no-ui')).code).toBe(1)
    expect(await refused('--requirements', 'a shop')).toMatch(/run 1 of this file is not finished/)
    expect(model!.asked).toEqual([])
  })
})

describe('a plan that was made before its run', () => {
  it('counts in the first run of its file, even when it was edited, and in no other', async () => {
    await using place = await placeWith(ANSWERS)
    const planned = (await place.json('plan', 'spec.md')) as PlanDocument
    const file = join(place.path, 'tasks.yaml')
    place.write('tasks.yaml', `# mine\n${readFileSync(file, 'utf8').replace('60m', '5m')}`)
    const first = (await place.json('run', '--no-ui')) as Summary
    expect(first.planning!.states.map(({ state }) => state)).toEqual(PLANNED)
    expect([first.cost_usd, first.tokens]).toEqual([planned.spent.cost_usd, 250])
    const second = (await place.json('run', '--no-ui')) as Summary
    expect([second.planning, second.cost_usd, second.tokens]).toEqual([null, null, 0])
    // The model's estimate of an hour is corrected by what the tasks have taken here.
    expect(planned.tasks.map(({ estimate_s }) => estimate_s)).toEqual([3600, 3600, 3600])
    const shown = (await place.json('plan', 'show')) as Pick<PlanDocument, 'tasks'>
    expect(Math.max(...shown.tasks.map(({ estimate_s }) => estimate_s))).toBeLessThan(1800)
  })

  it('does not count in the run of another file, or of other tasks', async () => {
    await using place = await placeWith(ANSWERS)
    await place.json('plan', 'spec.md')
    place.write('other.yaml', 'tasks: [{id: store, run: "true"}]\n')
    place.write('tasks.yaml', 'tasks: [{id: something-else, run: "true"}]\n')
    for (const file of ['other.yaml', 'tasks.yaml'])
      expect((await place.json('run', file, '--no-ui')) as Summary).toMatchObject({
        planning: null,
      })
  })
})
