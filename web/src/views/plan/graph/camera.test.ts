import { describe, expect, it } from 'vitest'
import { beginning, closeUp, fitting, isFar, panned, showing, sightOf, zoomed } from './camera.ts'

const SCREEN = { width: 800, height: 600 }

describe('the camera', () => {
  it('has all of the plan in sight, in the middle, but hardly larger than life', () => {
    const box = { x: 0, y: -500, width: 2000, height: 1000 }
    const camera = fitting(box, SCREEN)
    const sight = sightOf(camera, SCREEN)
    expect(camera.scale).toBeCloseTo(744 / 2000)
    expect(sight.x).toBeLessThan(0)
    expect(sight.x + sight.width).toBeGreaterThan(2000)
    expect(sight.y + sight.height / 2).toBeCloseTo(0)
    expect(fitting({ x: 0, y: 0, width: 100, height: 50 }, SCREEN).scale).toBe(1.1)
  })

  it('begins at the first batch of a plan that is too long to be seen at once', () => {
    const camera = fitting({ x: 0, y: 0, width: 1e6, height: 50 }, SCREEN)
    expect(camera.scale).toBe(0.04)
    expect(sightOf(camera, SCREEN).x).toBeCloseTo(-28 / 0.04)
  })

  it('shows at first what can be read', () => {
    const small = { x: 0, y: -50, width: 1000, height: 100 }
    expect(beginning(small, SCREEN)).toEqual(fitting(small, SCREEN))
    const camera = beginning({ x: 0, y: -50, width: 9000, height: 100 }, SCREEN)
    expect(isFar(camera)).toBe(false)
    expect(sightOf(camera, SCREEN).x).toBeCloseTo(-28 / 0.9)
    // As large as the height allows, while titles stay readable.
    expect(beginning({ x: 0, y: -340, width: 9000, height: 680 }, SCREEN).scale).toBeCloseTo(0.8)
    expect(beginning({ x: 0, y: -900, width: 9000, height: 1800 }, SCREEN).scale).toBe(0.7)
  })

  it('can look at nothing', () => {
    expect(fitting({ x: 0, y: 0, width: 0, height: 0 }, SCREEN).scale).toBe(1.1)
    expect(fitting({ x: 0, y: 0, width: 10, height: 10 }, { width: 0, height: 0 }).scale).toBe(1)
  })

  it('keeps what is under the pointer where it is', () => {
    const before = { x: 10, y: 20, scale: 1 }
    const after = zoomed(before, 2, { x: 110, y: 70 })
    expect(after).toEqual({ scale: 2, x: -90, y: -30 })
    expect(zoomed(after, 0.5, { x: 110, y: 70 })).toEqual(before)
    expect(zoomed(before, 1000, { x: 0, y: 0 }).scale).toBe(2)
  })

  it('comes close to a task that could not be read', () => {
    const camera = closeUp({ x: 1000, y: 0, width: 200, height: 50 }, SCREEN)
    expect(isFar(camera)).toBe(false)
    const { x, y, width, height } = sightOf(camera, SCREEN)
    expect([x + width / 2, y + height / 2]).toEqual([1100, 25])
  })

  it('moves as little as needed to show a task', () => {
    const camera = { x: 0, y: 0, scale: 1 }
    const at = (x: number, y: number) => ({ x, y, width: 200, height: 50 })
    expect(showing(camera, at(100, 100), SCREEN)).toEqual(camera)
    expect(showing(camera, at(700, 100), SCREEN)).toEqual(panned(camera, -128, 0))
    expect(showing(camera, at(-300, 580), SCREEN)).toEqual(panned(camera, 328, -58))
  })
})
