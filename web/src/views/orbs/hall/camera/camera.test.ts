import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitCamera, type Ball } from './fit.ts'
import { glide, pan, turn, zoomAt } from './move-camera.ts'
import { pointAt, project, viewOf, type Camera, type Screen } from './view.ts'

const SCREEN: Screen = {
  width: 1200,
  height: 700,
  insets: { top: 40, right: 300, bottom: 60, left: 0 },
}
const CAMERA: Camera = { target: { x: 1, y: 2, z: -20 }, yaw: 0.3, pitch: 0.5, distance: 40 }

const anyNumber = (most: number) => fc.double({ min: -most, max: most, noNaN: true })
const anyBall = fc.record({
  x: anyNumber(30),
  y: anyNumber(10),
  z: anyNumber(30),
  radius: fc.double({ min: 0.1, max: 1, noNaN: true }),
})
const anyDirection = fc.record({
  yaw: anyNumber(1.2),
  pitch: fc.double({ min: 0.14, max: 1.4, noNaN: true }),
})

describe('a view', () => {
  it('sees its target in the middle of the part that no panel covers', () => {
    const { x, y, depth } = project(viewOf(CAMERA, SCREEN), CAMERA.target)
    expect([x, y, depth]).toEqual([450, 340, 40].map((value) => expect.closeTo(value, 6)))
  })

  it('finds the point again that it sees at a place of the screen', () => {
    fc.assert(
      fc.property(anyBall, (ball) => {
        const view = viewOf(CAMERA, SCREEN)
        const seen = project(view, ball)
        fc.pre(seen.depth > 1)
        const found = pointAt(view, seen)
        for (const axis of ['x', 'y', 'z'] as const) expect(found[axis]).toBeCloseTo(ball[axis], 6)
      }),
    )
  })
})

describe('fitting', () => {
  const margin = { top: 50, right: 60, bottom: 10, left: 20 }
  const fit = (
    balls: readonly Ball[],
    direction: { yaw: number; pitch: number },
    screen = SCREEN,
  ): Camera => fitCamera(balls, screen, { ...direction, margin, largestUnit: 100 })

  it('shows every ball within the free part of the screen, whatever the hall and the direction', () => {
    fc.assert(
      fc.property(
        fc.array(anyBall, { minLength: 1, maxLength: 30 }),
        anyDirection,
        (balls, direction) => {
          const view = viewOf(fit(balls, direction), SCREEN)
          for (const ball of balls) {
            const { x, y, depth } = project(view, ball)
            const radius = (ball.radius * view.focal) / depth
            expect(x - radius).toBeGreaterThan(20 - 0.5)
            expect(x + radius).toBeLessThan(900 - 60 + 0.5)
            expect(y - radius).toBeGreaterThan(40 + 50 - 0.5)
            expect(y + radius).toBeLessThan(640 - 10 + 0.5)
          }
        },
      ),
    )
  })

  it('comes as near as it can: something touches two opposite sides', () => {
    const balls = [-20, 0, 20].map((x) => ({ x, y: 0, z: 0, radius: 0.5 }))
    const view = viewOf(fit(balls, { yaw: 0, pitch: 0.4 }), SCREEN)
    expect(project(view, { x: -20.5, y: 0, z: 0 }).x).toBeCloseTo(20, 0)
    expect(project(view, { x: 20.5, y: 0, z: 0 }).x).toBeCloseTo(840, 0)
  })

  it('does not fill the screen with one ball', () => {
    const camera = fit([{ x: 0, y: 0, z: 0, radius: 0.4 }], { yaw: 0, pitch: 0.4 })
    expect(viewOf(camera, SCREEN).focal / camera.distance).toBeLessThanOrEqual(100.01)
  })
})

describe('moving the camera', () => {
  it('keeps what is under the cursor there while zooming', () => {
    fc.assert(
      fc.property(anyBall, fc.double({ min: 0.6, max: 1.6, noNaN: true }), (ball, by) => {
        const cursor = project(viewOf(CAMERA, SCREEN), ball)
        fc.pre(cursor.depth > 5)
        const zoomed = zoomAt(CAMERA, cursor, SCREEN, { by, least: 1, most: 1000 })
        const after = project(viewOf(zoomed, SCREEN), ball)
        expect(after.x).toBeCloseTo(cursor.x, 4)
        expect(after.y).toBeCloseTo(cursor.y, 4)
      }),
    )
  })

  it('turns at most 69 degrees to each side, and stays between 8 and 80 degrees above the floor', () => {
    const far = turn(turn(CAMERA, -100_000, 100_000), 0, 0)
    expect([far.yaw, far.pitch].map((angle) => Math.round((angle * 180) / Math.PI))).toEqual([
      69, 80,
    ])
    const low = turn(CAMERA, 100_000, -100_000)
    expect([low.yaw, low.pitch].map((angle) => Math.round((angle * 180) / Math.PI))).toEqual([
      -69, 8,
    ])
  })

  it('pans so that the target follows the cursor', () => {
    const { x, y } = project(viewOf(pan(CAMERA, SCREEN, 30, -12), SCREEN), CAMERA.target)
    expect([x, y]).toEqual([expect.closeTo(480, 4), expect.closeTo(328, 4)])
  })

  it('glides from one camera exactly to another', () => {
    const to: Camera = { target: { x: 0, y: 0, z: 0 }, yaw: 0, pitch: 1, distance: 10 }
    expect(glide(CAMERA, to, 0)).toEqual(CAMERA)
    expect(glide(CAMERA, to, 1).distance).toBeCloseTo(10)
    expect(glide(CAMERA, to, 0.5).distance).toBeCloseTo(20)
  })
})
