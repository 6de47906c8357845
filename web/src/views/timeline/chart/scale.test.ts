import { describe, expect, it } from 'vitest'
import { clampZoom, leftAfterZoom, scaleOf, scrolledTo } from './scale.ts'

describe('the scale of the timeline', () => {
  it('fits everything into the width, with some air behind the end', () => {
    const { pixelsPerSecond, width } = scaleOf(600, 1000, 1)
    expect(width).toBeCloseTo(1000)
    expect(600 * pixelsPerSecond).toBeLessThan(1000)
    expect(600 * pixelsPerSecond).toBeGreaterThan(950)
  })

  it('exists before anything has happened', () => {
    expect(scaleOf(0, 1000, 1).pixelsPerSecond).toBeLessThan(Infinity)
    expect(scaleOf(600, 0, 1).pixelsPerSecond).toBeGreaterThan(0)
  })

  it('is neither smaller than everything nor larger than a browser can lay out', () => {
    expect(clampZoom(0.2, 600, 1000)).toBe(1)
    expect(clampZoom(1e9, 600, 1000) * scaleOf(600, 1000, 1).pixelsPerSecond).toBeCloseTo(2000)
    const month = clampZoom(1e9, 30 * 86_400, 1000)
    expect(scaleOf(30 * 86_400, 1000, month).width).toBeLessThanOrEqual(8_000_001)
  })

  it('keeps what is under the pointer where it is', () => {
    expect(leftAfterZoom(100, 50, 2)).toBe(250)
    expect(leftAfterZoom(250, 50, 0.5)).toBe(100)
    expect(leftAfterZoom(0, 300, 0.5)).toBe(0)
  })
})

describe('scrolling to a bar', () => {
  it('is not more than needed', () => {
    expect(scrolledTo(120, 20, 100, 200)).toBe(100)
    expect(scrolledTo(50, 20, 100, 200)).toBe(50)
    expect(scrolledTo(290, 20, 100, 200)).toBe(110)
    expect(scrolledTo(120, 900, 100, 200)).toBe(120)
  })
})
