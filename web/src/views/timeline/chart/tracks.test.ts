import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TimeBar } from '../time-bars.ts'
import { alignedLanes, separateLanes, type Lane } from './tracks.ts'

const bar = (task: number, start: number, end: number, more: Partial<TimeBar> = {}): TimeBar => ({
  key: `${task} ${start} ${more.look ?? ''}`,
  task,
  look: 'succeeded',
  worker: 1,
  start,
  end,
  landedBy: end,
  attempt: null,
  worked: 0,
  told: '',
  ...more,
})

const predicted = (task: number, start: number, end: number): TimeBar =>
  bar(task, start, end, { look: 'predicted' })

const tasksIn = (lanes: readonly Lane[], of: keyof Lane): readonly (readonly number[])[] =>
  lanes.map((lane) => lane[of].map(({ task }) => task))

describe('bars that overlap', () => {
  it('stand under one another, and close up where there is room', () => {
    const lanes = separateLanes([bar(1, 0, 10), bar(2, 5, 20), bar(3, 10, 12), bar(4, 11, 30)])
    expect(tasksIn(lanes, 'actual')).toEqual([[1, 3], [2], [4]])
  })

  it('stand above what was predicted for the same task', () => {
    const lanes = alignedLanes([
      bar(1, 0, 10),
      bar(2, 8, 20),
      predicted(2, 0, 8),
      predicted(1, 0, 5),
    ])
    expect(tasksIn(lanes, 'actual')).toEqual([[1], [2]])
    expect(tasksIn(lanes, 'predicted')).toEqual([[1], [2]])
  })

  it('do not make a row endless when everything came later than predicted', () => {
    const bars = Array.from({ length: 100 }, (_, i) => [
      bar(i, i * 10 + 500, i * 10 + 510),
      predicted(i, i * 10, i * 10 + 10),
    ]).flat()
    expect(alignedLanes(bars)).toHaveLength(1)
  })

  it('never overlap within a track, and none is lost', () => {
    const times = fc.tuple(fc.nat(5), fc.nat(100), fc.nat(30), fc.boolean())
    fc.assert(
      fc.property(fc.array(times), (drawn) => {
        const bars = drawn.map(([task, start, length, isPredicted]) =>
          bar(task, start, start + length, { look: isPredicted ? 'predicted' : 'failed' }),
        )
        const tracks = separateLanes(bars).flatMap((lane) => [lane.actual, lane.predicted])
        expect(tracks.flat()).toHaveLength(bars.length)
        for (const track of tracks)
          track
            .slice(1)
            .forEach((one, i) => expect(one.start).toBeGreaterThanOrEqual(track[i]!.end))
      }),
    )
  })
})
