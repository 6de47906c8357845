import { expect, it } from 'vitest'
import { fromTemplate, NOTHING_TYPED, taskFileForm } from './typed-task.ts'

it('sends what was typed in the form of the task file, and nothing that is empty', () => {
  expect(taskFileForm({ ...NOTHING_TYPED, text: ' Fix it ' })).toEqual({ prompt: 'Fix it' })
  expect(
    taskFileForm({
      ...NOTHING_TYPED,
      text: 'ls',
      work: 'run',
      agent: 'claude',
      files: ' a.ts \n\nb.ts',
      budget: '2.5',
      needsApproval: true,
      priority: 1,
    }),
  ).toEqual({ run: 'ls', files: ['a.ts', 'b.ts'], budget_usd: 2.5, needs_human: true, priority: 1 })
  expect(taskFileForm({ ...NOTHING_TYPED, text: 'x', budget: 'lots' })['budget_usd']).toBe('lots')
})

it('keeps every field of a template, also those that it does not show', () => {
  const task = {
    prompt: 'Fix it',
    agent: 'codex',
    files: ['a'],
    check: 'npm test',
    budget_usd: 2,
    needs_human: true,
    priority: 5,
    timeout: '30m',
  }
  expect(taskFileForm(fromTemplate(task))).toEqual(task)
  expect(taskFileForm(fromTemplate({ run: 'ls', files: 'a' }))).toEqual({ run: 'ls', files: ['a'] })
})
