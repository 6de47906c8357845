import { describe, expect, it } from 'vitest'
import { drawnBars, type DrawnBar, type DrawnCrowd } from './drawn-bars.ts'
import type { TimeBar } from './time-bars.ts'

const bar = (start: number, end: number, look: TimeBar['look'] = 'succeeded'): TimeBar => ({
  key: `${start}`,
  task: start,
  look,
  worker: 1,
  start,
  end,
  landedBy: end,
  attempt: null,
  told: '',
})

const shortly = (drawn: DrawnBar | DrawnCrowd): string =>
  drawn.is === 'bar'
    ? `${drawn.bar.key} at ${drawn.x} is ${drawn.width} wide`
    : `${drawn.bars.length} ${drawn.look} at ${drawn.x}`

describe('what of a track is drawn', () => {
  const minutes = Array.from({ length: 1000 }, (_, i) => bar(i * 60, i * 60 + 50))

  it('is what the window shows', () => {
    const drawn = drawnBars(minutes, { from: 600, to: 700, pixelsPerSecond: 2 })
    expect(drawn.map(shortly)).toEqual([
      '600 at 1200 is 100 wide',
      '660 at 1320 is 100 wide',
    ])
  })

  it('includes a bar that began before the window, with its name where the window begins', () => {
    const [drawn] = drawnBars([bar(0, 1000)], { from: 500, to: 600, pixelsPerSecond: 1 })
    expect(drawn).toMatchObject({ x: 0, width: 1000, label: { x: 500, width: 500, at: 'inside' } })
  })

  it('is a crowd where bars are too short to be told apart', () => {
    expect(drawnBars(minutes, { from: 0, to: 60_000, pixelsPerSecond: 0.02 }).map(shortly)).toEqual(
      ['1000 succeeded at 0'],
    )
  })

  it('shows in a crowd that something failed', () => {
    const some = minutes.with(500, bar(500 * 60, 500 * 60 + 50, 'failed'))
    const [crowd] = drawnBars(some, { from: 0, to: 60_000, pixelsPerSecond: 0.02 })
    expect(crowd).toMatchObject({ is: 'crowd', look: 'failed' })
  })

  it('keeps long bars out of crowds, and crowds apart that are far from each other', () => {
    const track = [bar(0, 1), bar(1, 2), bar(2, 100), bar(100, 101), bar(200, 201), bar(201, 202)]
    expect(drawnBars(track, { from: 0, to: 300, pixelsPerSecond: 1 }).map(shortly)).toEqual([
      '2 succeeded at 0',
      '2 at 2 is 98 wide',
      '100 at 100 is 3 wide',
      '2 succeeded at 200',
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

  it('is never more than the window has pixels, whatever the size of the run', () => {
    const seconds = Array.from({ length: 10_000 }, (_, i) => bar(i, i + (i % 7 === 0 ? 0.2 : 1)))
    for (const pixelsPerSecond of [0.1, 0.5, 1, 3, 8, 50]) {
      const drawn = drawnBars(seconds, { from: 0, to: 1000 / pixelsPerSecond, pixelsPerSecond })
      expect(drawn.length).toBeLessThan(1000 / 3)
    }
  })
})
