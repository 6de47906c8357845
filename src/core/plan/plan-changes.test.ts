import { describe, expect, it } from 'vitest'
import { planFrom, SETTINGS } from '../../../test/played/play.ts'
import { saidEstimate } from '../durations/estimate.ts'
import { batches } from './graph.ts'
import { taskId } from '../value/ids.ts'
import { changeToBatch, joinChanges, plannedRun, tryChanges } from './plan-changes.ts'
import type { TaskChange } from './plan.ts'
import type { Run } from '../run/run.ts'

const runOf = (notation: string): Run => plannedRun(planFrom(notation), SETTINGS)
const change = (task: string, fields: TaskChange) => ({ task: taskId(task), change: fields })

describe('changes to a plan', () => {
  it('are tried on a copy', () => {
    const run = runOf('a:\nb:')
    const tried = tryChanges(run, [change('b', { dependencies: [taskId('a')] })])
    expect(tried).toMatchObject({
      ok: true,
      run: { plan: { tasks: [{}, { dependencies: ['a'] }] } },
    })
    expect(run.plan.tasks[1]!.dependencies).toEqual([])
  })

  it('come in an order in which each can be made', () => {
    const turn = [change('a', { dependencies: [taskId('b')] }), change('b', { dependencies: [] })]
    const tried = tryChanges(runOf('a:\nb: a'), turn)
    expect(tried).toMatchObject({ ok: true, changes: [turn[1], turn[0]] })
  })

  it('are refused together, each with its reason', () => {
    const circle = [
      change('a', { dependencies: [taskId('b')] }),
      change('b', { dependencies: [taskId('a')] }),
    ]
    const tried = tryChanges(runOf('a:\nb:'), circle)
    expect(tried).toMatchObject({
      ok: false,
      refused: [{ task: 'b', refusal: { is: 'would-circle' } }],
    })
  })

  it('work out anew only what they can have moved: a plan of thousands may be changed all over', () => {
    const run = runOf('a:\nb: a')
    const after = (fields: TaskChange) => {
      const tried = tryChanges(run, [change('b', fields)])
      return tried.ok ? tried.run.graph : null
    }
    expect(after({ name: 'Other' })).toBe(run.graph)
    expect(after({ files: ['x'] })!.order).toBe(run.graph.order)
    expect(after({ apartFrom: [taskId('a')] })!.collisions.likely).toBe(run.graph.collisions.likely)
    const urgent = after({ priority: 1, estimate: saidEstimate(7000) })!
    expect(urgent.order).toBe(run.graph.order)
    expect([...urgent.priority]).toEqual([1, 1])
    expect(urgent.path[1]).toBe(7000)
    expect([...after({ dependencies: [] })!.batch]).toEqual([0, 0])
  })

  it('about the same task become one', () => {
    const joined = joinChanges([
      change('a', { priority: 1, name: 'x' }),
      change('b', { priority: 2 }),
      change('a', { priority: 3 }),
    ])
    expect(joined).toEqual([change('a', { priority: 3, name: 'x' }), change('b', { priority: 2 })])
  })
})

describe('putting a task into a batch', () => {
  const moved = (notation: string, task: string, batch: number) => {
    const run = runOf(notation)
    const fields = changeToBatch(run, taskId(task), batch)
    const tried = fields === null ? null : tryChanges(run, [change(task, fields)])
    return tried?.ok === true ? batches(tried.run.plan, tried.run.graph) : null
  }

  it('lets it come after everything in the batch before', () => {
    expect(moved('a:\nb:\nc: a', 'b', 2)).toEqual([['a'], ['c'], ['b']])
  })

  it('changes nothing if it is there already', () => {
    expect(moved('a:\nb: a', 'b', 1)).toEqual([['a'], ['b']])
  })

  it('is not possible earlier than what it comes after, nor after nothing', () => {
    expect(moved('a:\nb: a', 'b', 0)).toBeNull()
    expect(moved('a:\nb: a', 'a', 1)).toBeNull()
    expect(moved('a:\nb: a', 'b', 7)).toBeNull()
  })
})
