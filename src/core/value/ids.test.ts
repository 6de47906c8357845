import { expect, it } from 'vitest'
import { attemptId, isTaskId, runId, taskId, taskOfAttempt } from './ids.ts'

it.each(['api', 'a-1', '2-b', '7', '3-4-5', '_-_'])('an attempt at %s knows its task', (task) => {
  expect(taskOfAttempt(attemptId(runId(12), taskId(task), 3))).toBe(task)
})

it.each(['', 'a b', 'a/b', '..', 'ü', 'x'.repeat(51)])('"%s" is no task', (text) => {
  expect(isTaskId(text)).toBe(false)
})

it.each(['__proto__', 'constructor', 'toString'])('"%s" is a task like any other', (text) => {
  expect(isTaskId(text)).toBe(true)
})
