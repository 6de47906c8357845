import { describe, expect, it } from 'vitest'
import { barAt, drawnBars, unseenBar, type DrawnBar, type DrawnCrowd } from './drawn-bars.ts'
import type { TimeBar } from '../time-bars.ts'

const bar = (start: number, end: number, look: TimeBar['look'] = 'succeeded'): TimeBar => ({
  key: `${start}`,
  task: start,
  look,
  worker: 1,
  start,
  end,
  landedBy: end,
  attempt: null,
  worked: 0,
  told: '',
})

const shortly = (drawn: DrawnBar | DrawnCrowd): string =>
  drawn.is === 'bar'
    ? `${drawn.bar.key} at ${drawn.x} is ${drawn.width} wide`
    : `${drawn.bars.length} ${drawn.look} in ${drawn.pieces.length}`

describe('what of a track is drawn', () => {
  /** The last bar is long, because there would be room for a name after a short one. */
  const minutes = [
    ...Array.from({ length: 1000 }, (_, i) => bar(i * 60, i * 60 + 50)),
    bar(60_000, 1_000_000),
  ]

  it('is what the window shows', () => {
    const drawn = drawnBars(minutes, { from: 600, to: 700, pixelsPerSecond: 2 })
    expect(drawn.map(shortly)).toEqual(['600 at 1200 is 100 wide', '660 at 1320 is 100 wide'])
  })

  it('includes a bar that began before the window, with its name where the window begins', () => {
    const [drawn] = drawnBars([bar(0, 1000)], { from: 500, to: 600, pixelsPerSecond: 1 })
    expect(drawn).toMatchObject({ x: 0, width: 1000, label: { x: 500, width: 100, at: 'inside' } })
  })

  it('is a crowd where bars are too narrow for words, each still where it is', () => {
    const [crowd] = drawnBars(minutes, { from: 0, to: 300, pixelsPerSecond: 0.1 })
    expect(crowd).toMatchObject({
      is: 'crowd',
      pieces: [0, 6, 12, 18, 24, 30].map((x) => ({ x, width: 5 })),
    })
  })

  it('is one shape where bars are closer together than a pixel', () => {
    const all = drawnBars(minutes, { from: 0, to: 59_999, pixelsPerSecond: 0.02 })
    expect(all.map(shortly)).toEqual(['1000 succeeded in 1'])
  })

  it('shows what failed apart, and even among bars that cannot be seen one by one', () => {
    const some = minutes.with(500, bar(500 * 60, 500 * 60 + 50, 'failed'))
    const drawn = drawnBars(some, { from: 0, to: 59_999, pixelsPerSecond: 0.1 })
    expect(drawn.map(shortly)).toEqual([
      '500 succeeded in 500',
      '30000 at 3000 is 5 wide',
      '499 succeeded in 499',
    ])
    const [crowd] = drawnBars(some, { from: 0, to: 59_999, pixelsPerSecond: 0.02 })
    expect(crowd).toMatchObject({ is: 'crowd', look: 'failed' })
  })

  it('draws the bar that has the focus by itself', () => {
    const isApart = ({ key }: TimeBar): boolean => key === '30000'
    const stretch = { from: 0, to: 59_999, pixelsPerSecond: 0.02, isApart }
    expect(drawnBars(minutes, stretch).map(shortly)).toEqual([
      '500 succeeded in 1',
      '30000 at 600 is 3 wide',
      '499 succeeded in 1',
    ])
  })

  it('writes a name inside of its bar, else behind it where nothing else is, else not at all', () => {
    const track = [bar(0, 50), bar(50, 60), bar(200, 210), bar(215, 300)]
    const drawn = drawnBars(track, { from: 0, to: 300, pixelsPerSecond: 1 })
    expect(drawn.map((one) => one.is === 'bar' && one.label)).toEqual([
      { x: 0, width: 50, at: 'inside' },
      { x: 60, width: 140, at: 'after' },
      null,
      { x: 215, width: 85, at: 'inside' },
    ])
  })

  it('writes a name where it has room', () => {
    const track = [bar(0, 50), bar(200, 250), bar(260, 300)]
    const labels = (wanted: number) =>
      drawnBars(track, { from: 0, to: 300, pixelsPerSecond: 1, widthOf: () => wanted }).map(
        (one) => one.is === 'bar' && `${one.label?.at} ${one.label?.width}`,
      )
    expect(labels(45)).toEqual(['inside 50', 'inside 50', 'inside 40'])
    expect(labels(140)).toEqual(['after 150', 'inside 50', 'inside 40'])
    expect(labels(500)).toEqual(['after 150', 'inside 50', 'inside 40'])
  })

  it('writes a name once where an attempt is still expected to go on', () => {
    const track = [
      { ...bar(0, 50, 'working'), task: 1 },
      { ...bar(50, 200, 'coming'), task: 1 },
    ]
    const labels = (from: number) =>
      drawnBars(track, { from, to: 300, pixelsPerSecond: 1, widthOf: () => 120 }).map(
        (one) => one.is === 'bar' && one.label,
      )
    expect(labels(0)).toEqual([{ x: 0, width: 200, at: 'inside' }, null])
    expect(labels(60)).toEqual([{ x: 60, width: 140, at: 'inside' }])
  })

  it('is few shapes, whatever the size of the run', () => {
    const seconds = Array.from({ length: 10_000 }, (_, i) => bar(i, i + (i % 7 === 0 ? 0.2 : 1)))
    for (const pixelsPerSecond of [0.1, 0.5, 1, 3, 8, 50]) {
      const drawn = drawnBars(seconds, { from: 0, to: 1000 / pixelsPerSecond, pixelsPerSecond })
      const pieces = drawn.flatMap((one) => (one.is === 'crowd' ? one.pieces : []))
      expect(drawn.length).toBeLessThan(1000 / 16)
      expect(pieces.length).toBeLessThanOrEqual(1000 / 3)
    }
  })

  it('knows a bar with the focus also when it is out of sight', () => {
    const stretch = { from: 600, to: 700, pixelsPerSecond: 2 }
    expect(unseenBar(minutes, '0', stretch)).toMatchObject({ is: 'bar', x: 0, width: 100 })
    expect(unseenBar(minutes, '660', stretch)).toBeNull()
    expect(unseenBar(minutes, 'x', stretch)).toBeNull()
  })

  it('can be asked what of a crowd is under the pointer', () => {
    const [crowd] = drawnBars(minutes, { from: 0, to: 6000, pixelsPerSecond: 0.1 })
    expect(barAt(crowd as DrawnCrowd, 615).key).toBe('600')
    expect(barAt(crowd as DrawnCrowd, 655).key).toBe('600')
    expect(barAt(crowd as DrawnCrowd, 658).key).toBe('660')
  })
})
