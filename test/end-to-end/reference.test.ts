/** Schedules that can be checked by hand, in real runs whose minutes are scaled to milliseconds. */
import { describe, expect, it } from 'vitest'
import { eventsIn, folder } from '../conductor.ts'

interface Bar {
  readonly id: string
  readonly from: number
  readonly to: number
}

const overlap = (a: Bar, b: Bar): boolean => a.from < b.to && b.from < a.to

/** When each task worked, in milliseconds since the first start, in the order in which the tasks started. */
function barsIn(path: string): readonly Bar[] {
  const events = eventsIn(path)
  const began = events.find((event) => event.type === 'attempt-started')!.at
  const endedAt = new Map(
    events.flatMap((event) => (event.type === 'attempt-ended' ? [[event.task, event.at]] : [])),
  )
  return events.flatMap((event) => {
    if (event.type !== 'attempt-started') return []
    return [{ id: event.task, from: event.at - began, to: endedAt.get(event.task)! - began }]
  })
}

async function played(plan: string, unitSeconds: number) {
  await using place = folder({ 'tasks.yaml': plan })
  const simulated = (await place.json('simulate', 'tasks.yaml', '-p', '3')) as {
    makespan_s: number
    sequential_s: number
  }
  const { code } = await place.conductor('run', 'tasks.yaml', '-p', '3', '--no-ui')
  const bars = barsIn(place.path)
  const units = Math.max(...bars.map(({ to }) => to)) / 1000 / unitSeconds
  return { simulated, code, bars, units, bar: (id: string) => bars.find((b) => b.id === id)! }
}

describe('reference schedules', () => {
  it('six tasks of 5 units take 20 with three agents, 30 in sequence', async () => {
    const UNIT = 0.1
    const task = (id: string, after: string) =>
      `  - {id: ${id}, run: "sleep ${5 * UNIT}", estimate: 5m, dependencies: [${after}]}`
    const plan = [
      'tasks:',
      task('database', ''),
      task('backend', 'database'),
      task('frontend', ''),
      task('components', 'frontend'),
      task('integration', 'backend, components'),
      task('testing', 'integration'),
    ].join('\n')
    const { simulated, code, bars, units, bar } = await played(plan, UNIT)
    expect(simulated).toMatchObject({ makespan_s: 20 * 60, sequential_s: 30 * 60 })
    expect(code).toBe(0)
    expect(units / 20).toBeGreaterThan(0.95)
    expect(units / 20).toBeLessThan(1.5)
    expect(overlap(bar('database'), bar('frontend'))).toBe(true)
    expect(overlap(bar('backend'), bar('components'))).toBe(true)
    expect(new Set(bars.slice(0, 2).map(({ id }) => id))).toEqual(new Set(['database', 'frontend']))
    expect(bars.slice(4).map(({ id }) => id)).toEqual(['integration', 'testing'])
    expect(bar('integration').from).toBeGreaterThanOrEqual(
      Math.max(bar('backend').to, bar('components').to),
    )
  })

  it('ten tasks of 200 minutes take 70 with three agents', async () => {
    const MINUTE = 0.03
    const tasks = [
      ...Array.from({ length: 5 }, (_, i) => ({ id: `long${i}`, minutes: 30 })),
      ...Array.from({ length: 5 }, (_, i) => ({ id: `short${i}`, minutes: 10 })),
    ]
    const plan = [
      'tasks:',
      ...tasks.map(
        ({ id, minutes }) =>
          `  - {id: ${id}, run: "sleep ${(minutes * MINUTE).toFixed(2)}", estimate: ${minutes}m}`,
      ),
    ].join('\n')
    const { simulated, code, bars, units } = await played(plan, MINUTE)
    expect(simulated).toMatchObject({ makespan_s: 70 * 60, sequential_s: 200 * 60 })
    expect(code).toBe(0)
    expect(units / 70).toBeGreaterThan(0.95)
    expect(units / 70).toBeLessThan(1.5)
    expect(bars.map(({ id }) => id)).toEqual(tasks.map(({ id }) => id))
    for (const { from } of bars)
      expect(bars.filter((b) => b.from <= from && from < b.to).length).toBeLessThanOrEqual(3)
  })
})
