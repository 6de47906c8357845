import { describe, expect, it } from 'vitest'
import { taskId } from '../value/ids.ts'
import { makeTask } from './plan.ts'

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
