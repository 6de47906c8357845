/** Suggests what to do about a task that failed. */
import type { Attention } from '../../../../src/core/report/attention.ts'
import { sayCount } from '../../../../src/core/say/say-count.ts'

type FailedTask = Extract<Attention, { kind: 'task-failed' }>

export function sayNextStep({ first, behind, hasWork }: FailedTask): string {
  if (first !== null) return `Try ${first} again first: this task depends on it.`
  const anyway = hasWork ? ' Or land what it has done.' : ''
  return behind.length === 0
    ? `Fix what it needs, then try it again.${anyway}`
    : `Fix what it needs, then try it again: ${sayCount(behind.length, 'skipped task')} ${behind.length === 1 ? 'goes' : 'go'} on after it.${anyway}`
}
