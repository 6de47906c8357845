import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planFrom, SETTINGS } from '../../../test/played/play.ts'
import { allAfter, batches, changedGraph, criticalPath, planGraph } from './graph.ts'
import { taskId } from '../value/ids.ts'

const DIAMOND = planFrom('d: b c\nb: a\nc: a\na:\nalone:', {
  b: { estimate: { seconds: 100, from: 'file' } },
  d: { priority: 1 },
})

describe('the graph of a plan', () => {
  const graph = planGraph(DIAMOND, SETTINGS)

  it('has a batch for each level', () => {
    expect(batches(DIAMOND, graph)).toEqual([['a', 'alone'], ['b', 'c'], ['d']])
  })

  it('measures the longest chain behind each task, itself included', () => {
    expect([...graph.path]).toEqual([60, 160, 120, 220, 60])
    expect(criticalPath(DIAMOND, graph)).toEqual(['a', 'b', 'd'])
  })

  it('[S4] hands priority down to everything a task comes after', () => {
    expect([...graph.priority]).toEqual([1, 1, 1, 1, 3])
  })

  it('knows all that comes after a task', () => {
    expect(new Set(allAfter(graph, 3))).toEqual(new Set([0, 1, 2]))
    expect(allAfter(graph, 4)).toEqual([])
  })

  it('does not exist for a circle or a task nobody knows', () => {
    expect(() => planGraph(planFrom('a: b\nb: a'), SETTINGS)).toThrow('plan has a cycle')
    expect(() => planGraph(planFrom('a: x'), SETTINGS)).toThrow('plan names an unknown task: x')
  })
})

it('is weighed when somebody wants to know, not with each of many changes', () => {
  let looks = 0
  const { tasks, ...rest } = planFrom('a:\nb: a')
  const watched = tasks.map((task) => ({
    ...task,
    get priority() {
      looks++
      return task.priority
    },
  }))
  const plan = { ...rest, tasks: watched }
  let graph = planGraph(plan, SETTINGS)
  for (let change = 0; change < 100; change++) graph = changedGraph(plan, graph, 0, { priority: 1 })
  expect(looks).toBe(0)
  expect([...graph.priority]).toEqual(tasks.map(({ priority }) => priority))
  expect(looks).toBeGreaterThan(0)
})

it('is after changes what it would be if it were made anew', () => {
  const ids = 'abcdefgh'.split('').map(taskId)
  const change = fc.tuple(fc.nat(ids.length - 1), fc.subarray(ids))
  fc.assert(
    fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
      let plan = planFrom(ids.map((id) => `${id}:`).join('\n'))
      let graph = planGraph(plan, SETTINGS)
      for (const [task, wanted] of changes) {
        const dependencies = wanted.filter((id) => ids.indexOf(id) < task)
        plan = { ...plan, tasks: plan.tasks.with(task, { ...plan.tasks[task]!, dependencies }) }
        graph = changedGraph(plan, graph, task, { dependencies })
      }
      expect({ ...graph }).toEqual({ ...planGraph(plan, SETTINGS) })
    }),
  )
})
