import { describe, expect, it } from 'vitest'
import { planFrom } from '../../../test/played/play.ts'
import { taskId } from '../value/ids.ts'
import { DEFAULT_ESTIMATE_SECONDS, makeTask, withEstimates } from './plan.ts'

const UNKNOWN = { estimate: { seconds: DEFAULT_ESTIMATE_SECONDS, from: 'default' } } as const

const estimates = (
  tasks: Parameters<typeof planFrom>[1],
  history: Readonly<Record<string, number>> = {},
) =>
  withEstimates(
    planFrom('a:\nb:\nc:\nd:', tasks),
    new Map(Object.entries(history).map(([id, seconds]) => [taskId(id), seconds])),
  ).tasks.map(({ estimate }) => `${estimate.seconds} ${estimate.from}`)

describe('the estimate of a task', () => {
  it('is what the user said, else what was measured, else the usual of the plan', () => {
    const tasks = {
      b: UNKNOWN,
      c: UNKNOWN,
      d: { estimate: { seconds: 600, from: 'file' } },
    } as const
    expect(estimates(tasks, { a: 1, b: 100 })).toEqual([
      '60 file',
      '100 history',
      '100 default',
      '600 file',
    ])
  })

  it('is ten minutes when nothing is known of any task', () => {
    const unknown = { a: UNKNOWN, b: UNKNOWN, c: UNKNOWN, d: UNKNOWN }
    expect(estimates(unknown)).toEqual(Array.from({ length: 4 }, () => '600 default'))
  })
})

describe('a task of which little is said', () => {
  it('is named by its id, of middle priority, and stands in nobody’s way', () => {
    expect(makeTask({ id: taskId('a'), work: { is: 'prompt', text: 'do it' } })).toMatchObject({
      name: 'a',
      priority: 3,
      dependencies: [],
      files: [],
      retry: null,
      needsHuman: false,
    })
  })
})
