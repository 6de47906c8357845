/** The cameras of a hall: the one that sees all of it, and the one that sees one stack. */
import type { HallLayout, Place, Step } from '../layout/hall-layout.ts'
import { polar } from '../layout/hall-layout.ts'
import { fitCamera, type Ball, type Fit } from './fit.ts'
import type { Camera, Screen } from './view.ts'

/** No unit of the hall is larger than this many pixels, so that one orb does not fill the screen. */
const LARGEST_UNIT = 108
const LARGEST_UNIT_OF_STACK = 64

export function cameraForAll(layout: HallLayout, screen: Screen, pitch: number): Camera {
  const orbs = [...layout.places.values()].map((place) => ({
    ...place,
    radius: place.radius * 1.5,
  }))
  const corners = layout.sections.flatMap(({ steps }) => cornersOf(steps))
  return fitCamera([...orbs, ...corners], screen, {
    yaw: 0,
    pitch,
    margin: marginFor(layout, screen),
    largestUnit: LARGEST_UNIT,
  })
}

/** Names of repositories need room above; labels at the sides, while there are few orbs. */
function marginFor({ places }: HallLayout, { width }: Screen): Fit['margin'] {
  const isNarrow = width < 640
  const side = places.size > 150 ? 24 : 62
  return {
    top: places.size <= 12 ? 36 : 58,
    right: isNarrow ? 16 : side,
    bottom: 18,
    left: isNarrow ? 8 : side / 3,
  }
}

function cornersOf(steps: readonly Step[]): readonly Ball[] {
  const last = steps.at(-1)!
  const first = steps[0]!
  const middle = (first.from + first.to) / 2
  const ends = [
    [first, first.inner],
    [last, last.outer],
  ] as const
  return ends.flatMap(([{ from, to, y }, radius]) =>
    [from, middle, to].map((angle) => ({ ...polar(angle, radius, y), radius: 0 })),
  )
}

/** The direction stays as the user has turned it. */
export function cameraForStack(
  stack: string,
  layout: HallLayout,
  screen: Screen,
  { yaw, pitch }: Camera,
): Camera {
  const orbs: readonly Place[] = [...layout.places.values()].filter(
    (place) => place.stack === stack,
  )
  const balls = orbs.flatMap((place) => [
    { ...place, radius: place.radius * 2 },
    { ...place.base, radius: 0.4 },
  ])
  const isNarrow = screen.width < 640
  const margin = { top: 70, right: isNarrow ? 90 : 150, bottom: 70, left: isNarrow ? 20 : 90 }
  return fitCamera(balls, screen, { yaw, pitch, margin, largestUnit: LARGEST_UNIT_OF_STACK })
}
