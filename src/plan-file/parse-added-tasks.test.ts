import { expect, it } from 'vitest'
import { taskId } from '../core/value/ids.ts'
import { makeTask, type Plan } from '../core/plan/plan.ts'
import { parseAddedTasks } from './parse-added-tasks.ts'

const plan: Plan = {
  name: 'plan',
  groups: [],
  tasks: [makeTask({ id: taskId('database'), work: { is: 'command', line: 'make' } })],
}

const problems = (json: unknown): readonly string[] => {
  const result = parseAddedTasks(json, plan)
  return result.ok ? [] : result.problems.map((p) => `${p.where}: ${p.message}`)
}

it('adds one task or several, which may come after old and new ones', () => {
  const api = { id: 'api', run: 'make', dependencies: ['database', 'web'] }
  const result = parseAddedTasks([api, { id: 'web', prompt: 'Build it' }], plan)
  expect(result).toMatchObject({
    ok: true,
    added: [{ id: 'api', dependencies: ['database', 'web'] }, { id: 'web' }],
    plan: { tasks: [{ id: 'database' }, { id: 'api' }, { id: 'web' }] },
  })
  expect(parseAddedTasks({ id: 'web', run: 'make' }, plan)).toMatchObject({ ok: true })
})

it('gives new tasks the defaults of the plan file', () => {
  const taskDefaults = { timeoutSeconds: 60 }
  const result = parseAddedTasks({ id: 'api', run: 'make' }, plan, { taskDefaults })
  expect(result).toMatchObject({ ok: true, added: [{ timeoutSeconds: 60 }] })
})

it.each([
  [[], ': there are no tasks to add'],
  [null, ': there are no tasks to add'],
  ['make', ': there are no tasks to add'],
  [{ id: 'database', run: 'x' }, 'id: "database" is already the id of a task in the plan'],
  [
    [
      { id: 'a', run: 'x' },
      { id: 'a', run: 'x' },
    ],
    '[1].id: "a" is already the id of a task at [0].id',
  ],
  [
    { id: 'a', run: 'x', dependencies: ['databse'] },
    'dependencies[0]: task "a" comes after "databse", which is not a task',
  ],
  [
    [
      { id: 'a', run: 'x', dependencies: ['b'] },
      { id: 'b', run: 'x', dependencies: ['a'] },
    ],
    '[0].dependencies[0]: these tasks wait for each other: a -> b -> a',
  ],
  [{ id: 'a', run: 'x', nope: 1 }, 'nope: task "a": "nope" is not a key here'],
  [[5], '[0]: item 1 of the file must be a mapping (key: value), not 5'],
])('refuses %j', (json, problem) => {
  expect(problems(json)).toEqual([problem])
})
