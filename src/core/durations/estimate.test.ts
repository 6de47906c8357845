import { describe, expect, it } from 'vitest'
import { foldRun } from '../run/apply-event.ts'
import { runId, taskId } from '../value/ids.ts'
import { planFrom, SETTINGS } from '../../../test/played/play.ts'
import type { Event } from '../run/event.ts'
import { estimateOf, saidEstimate } from './estimate.ts'

describe('an estimate', () => {
  it('has an interval around it, and remembers what was said', () => {
    expect(saidEstimate(600)).toEqual({
      seconds: 600,
      low: 300,
      high: 1200,
      from: 'file',
      given: 600,
    })
    expect(estimateOf({ seconds: 10, from: 'default' }).given).toBeNull()
  })

  it('is inside of its interval, whatever was recorded', () => {
    expect(estimateOf({ seconds: 60, low: 80, high: 70, from: 'file' })).toMatchObject({
      low: 60,
      high: 70,
    })
  })

  it('gets its interval when an older version recorded none', () => {
    const plan = planFrom('a:')
    const bare = { seconds: 90, from: 'file' } as never
    const older = { ...plan, tasks: [{ ...plan.tasks[0]!, estimate: bare }] }
    const at = { run: runId(1), at: 0 }
    const source = { file: null, digest: '' }
    const events: readonly Event[] = [
      {
        type: 'run-started',
        plan: older,
        settings: SETTINGS,
        source,
        planningSeconds: 0,
        ...at,
        sequence: 1,
      },
      { type: 'task-changed', task: taskId('a'), change: { estimate: bare }, ...at, sequence: 2 },
    ]
    expect(foldRun(events.slice(0, 1))!.plan.tasks[0]!.estimate).toEqual(saidEstimate(90))
    expect(foldRun(events)!.plan.tasks[0]!.estimate).toEqual(saidEstimate(90))
  })
})
