import { expect, it } from 'vitest'
import { attemptId, isTaskId, runId, taskId, taskOfAttempt } from './ids.ts'

it.each(['api', 'a-1', '2-b', '7', '3-4-5', '_-_'])('an attempt at %s knows its task', (task) => {
  expect(taskOfAttempt(attemptId(runId(12), taskId(task), 3))).toBe(task)
})

it.each(['', 'a b', 'a/b', '..', 'ü', 'x'.repeat(51), '__proto__'])('"%s" is no task', (text) => {
  expect(isTaskId(text)).toBe(false)
})
