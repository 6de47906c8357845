/** Requirements and answers for tests of planning, and what must hold of every plan. */
import { expect } from 'vitest'
import type { PlanDraft } from '../../src/core/planning/plan-draft.ts'
import { USUAL_SENSITIVE_AREAS } from '../../src/core/planning/flags/sensitive-areas.ts'
import { isTaskId } from '../../src/core/value/ids.ts'
import { parsePlanFile } from '../../src/plan-file/parse-plan-file.ts'
import { planFileText } from '../../src/plan-file/write-plan-file.ts'
import type { PlanRequest } from '../../src/planning/prompts/plan-request.ts'

export const TODO_APP: PlanRequest = {
  requirements: 'A todo app with login and sharing',
  agents: 3,
  facts: {
    languages: [{ name: 'TypeScript', files: 12 }],
    folders: ['src', 'test'],
    modules: ['src/server'],
    testCommand: 'npm test',
    readme: 'A server that does nothing yet.',
    isEmpty: false,
  },
  sensitiveAreas: USUAL_SENSITIVE_AREAS,
  answers: [],
}

export const ANALYSIS = {
  features: ['todos', 'login', 'sharing'],
  components: ['api', 'web'],
  task_count: 3,
  complexity: 'simple',
  reasons: 'Three features.',
  unknowns: ['Which database to use.'],
}

export const task = (id: string, more: object = {}) => ({
  id,
  name: `The ${id}`,
  prompt: `Build the ${id}, with tests.`,
  dependencies: [],
  priority: 2,
  estimate_minutes: 60,
  files: [`src/${id}.ts`],
  epic: '',
  domain: 'api',
  flags: [],
  ...more,
})

export const PLAN = {
  name: 'Todo app',
  tasks: [
    task('store'),
    task('login', { dependencies: ['store'], flags: [{ flag: 'sensitive', why: 'passwords' }] }),
    task('sharing', { dependencies: ['store', 'login'] }),
  ],
  notes: ['Choose the database first.'],
}

/** Whatever a model has answered. */
export function expectValid(draft: PlanDraft): void {
  const { tasks, name, analysis, notes } = draft
  expect(parsePlanFile(planFileText(draft, { parallel: 3, check: null }))).toMatchObject({
    ok: true,
  })
  const ids = tasks.map(({ id }) => id)
  expect(tasks.length).toBeGreaterThan(0)
  expect(tasks.length).toBeLessThanOrEqual(300)
  expect(ids.filter((id) => !isTaskId(id))).toEqual([])
  expect(new Set(ids).size).toBe(ids.length)
  expect(tasks.flatMap((task) => task.dependencies).filter((id) => !ids.includes(id))).toEqual([])
  expect(inCircles(tasks)).toEqual([])
  expect(tasks.flatMap(({ files }) => files).filter(isOutside)).toEqual([])
  for (const { prompt, estimateSeconds, priority } of tasks) {
    expect(prompt.trim()).not.toBe('')
    expect(estimateSeconds).toBeGreaterThan(0)
    expect(estimateSeconds).toBeLessThanOrEqual(30 * 86_400)
    expect([1, 2, 3, 4, 5]).toContain(priority)
  }
  expect(analysis.taskCount).toBe(tasks.length)
  expect([name, ...notes, ...tasks.map((task) => task.name)].filter(hasControls)).toEqual([])
  expect(tasks.flatMap((task) => Object.keys(task)).filter((key) => !FIELDS.has(key))).toEqual([])
}

const FIELDS = new Set(
  'id name prompt dependencies priority estimateSeconds files epic domain flags issue'.split(' '),
)

const isOutside = (path: string): boolean =>
  path === '' || path.startsWith('/') || path.startsWith('~') || path.split('/').includes('..')

const hasControls = (text: string): boolean => /\p{Cc}/u.test(text)

/** The tasks that can never start. */
function inCircles(tasks: PlanDraft['tasks']): readonly string[] {
  let waiting = [...tasks]
  for (;;) {
    const left = new Set(waiting.map(({ id }) => id))
    const next = waiting.filter(({ dependencies }) => dependencies.some((id) => left.has(id)))
    if (next.length === waiting.length) return next.map(({ id }) => id)
    waiting = next
  }
}
