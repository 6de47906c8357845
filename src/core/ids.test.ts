import { expect, it } from 'vitest'
import { attemptId, runId, taskId, taskOfAttempt } from './ids.ts'

it.each(['api', 'a-1', '2-b', '7', '3-4-5', '_-_'])('an attempt at %s knows its task', (task) => {
  expect(taskOfAttempt(attemptId(runId(12), taskId(task), 3))).toBe(task)
})
