import { describe, expect, it } from 'vitest'
import { orbsOf, type Orb } from '../../../../../../src/core/workspace/orbs.ts'
import type { Tracker } from '../../../../../../src/core/workspace/tracker.ts'
import { withOneLess, withOneMore } from '../../../../../../test/played/changed-tracker.ts'
import { chances, playedTracker } from '../../../../../../test/played/played-tracker.ts'
import { layoutHall, type HallLayout, type Place } from './hall-layout.ts'
import { keepPlan, planHall, type HallPlan } from './hall-plan.ts'
import { cameraForAll } from '../camera/hall-camera.ts'
import { project, viewOf } from '../camera/view.ts'

const NOW = Date.UTC(2026, 10, 17)
const SCREEN = { width: 1440, height: 766, insets: { top: 0, right: 0, bottom: 60, left: 0 } }

interface Seated {
  readonly tracker: Tracker
  readonly orbs: readonly Orb[]
  readonly plan: HallPlan
  readonly layout: HallLayout
}

function seat(workspaces: number, repositories?: number): Seated {
  const tracker = playedTracker({
    workspaces,
    now: NOW,
    ...(repositories === undefined ? {} : { repositories }),
  })
  const orbs = orbsOf(tracker, NOW)
  const plan = planHall(orbs, Object.keys(tracker.trees))
  return { tracker, orbs, plan, layout: layoutHall(plan, orbs) }
}

describe('the plan of the hall', () => {
  it.each([1, 8, 60, 500])('seats each of %i orbs once', (workspaces) => {
    const { orbs, layout } = seat(workspaces)
    expect([...layout.places.keys()].sort()).toEqual(orbs.map(({ id }) => id).sort())
  })

  it.each([8, 60, 500])('leaves a distance between any two of %i orbs', (workspaces) => {
    const places = [...seat(workspaces).layout.places.values()]
    const nearest = places.map((one) =>
      Math.min(...places.filter((other) => other !== one).map((other) => apart(one, other))),
    )
    expect(Math.min(...nearest)).toBeGreaterThan(0)
  })

  it('puts what stands on an orb above it, and all stacks of a repository into its section', () => {
    const { orbs, layout, plan } = seat(60)
    for (const { id, parent, repository } of orbs) {
      const place = layout.places.get(id)!
      const below = parent === null ? place.floor : layout.places.get(parent)!.y + 0.5
      expect(place.y).toBeGreaterThan(below + 0.3)
      const { middle, angle } = plan.sections.find((section) => section.repository === repository)!
      expect(Math.abs(Math.atan2(place.x, -place.z) - middle)).toBeLessThan(angle / 2)
    }
  })

  it('seats 30 repositories in circles, of which none overlaps another', () => {
    const { plan, layout } = seat(400, 30)
    expect(new Set(plan.sections.map(({ circle }) => circle)).size).toBe(4)
    const sections = plan.sections.map((section, i) => ({
      ...section,
      steps: layout.sections[i]!.steps,
    }))
    for (const one of sections)
      for (const other of sections) {
        if (one === other) continue
        const isBeside = Math.abs(one.middle - other.middle) >= (one.angle + other.angle) / 2 - 1e-9
        const isBehind =
          one.steps.at(-1)!.outer < other.steps[0]!.inner ||
          other.steps.at(-1)!.outer < one.steps[0]!.inner
        expect(isBeside || isBehind).toBe(true)
      }
  })

  it('shows a repository without workspaces as an empty section', () => {
    const plan = planHall([], ['storefront'])
    expect(layoutHall(plan, []).sections[0]!.steps).toHaveLength(1)
  })
})

describe('nothing hides anything', () => {
  it.each([
    [60, 0],
    [500, 0.005],
    [5000, 0.01],
  ])(
    'of %i orbs, at most a share of %d have their middle behind another orb',
    (workspaces, most) => {
      expect(hiddenShare(seat(workspaces))).toBeLessThanOrEqual(most)
    },
  )
})

describe('orbs keep their places', () => {
  it.each([60, 500])(
    'among %i, one workspace more or less moves at most 2 others on average',
    (workspaces) => {
      const chance = chances(11)
      let { tracker, plan, layout } = seat(workspaces)
      const moved: number[] = []
      for (let change = 0; change < 300; change++) {
        tracker =
          chance() < 0.5
            ? withOneMore(tracker, chance, `new-${change}`)
            : withOneLess(tracker, chance)
        const orbs = orbsOf(tracker, NOW)
        plan = keepPlan(plan, orbs, Object.keys(tracker.trees))
        const next = layoutHall(plan, orbs)
        moved.push(countMoved(layout, next))
        layout = next
      }
      const average = moved.reduce((sum, count) => sum + count, 0) / moved.length
      expect(average).toBeLessThanOrEqual(2)
      expect(
        hiddenShare({ tracker, orbs: orbsOf(tracker, NOW), plan, layout }),
      ).toBeLessThanOrEqual(0.02)
    },
  )

  it('no orb moves when the same workspaces come in another order', () => {
    const { tracker, plan, layout } = seat(60)
    const turned = reversed(tracker)
    const orbs = orbsOf(turned, NOW)
    expect(
      countMoved(layout, layoutHall(keepPlan(plan, orbs, Object.keys(turned.trees)), orbs)),
    ).toBe(0)
  })

  it('the hall is made anew when there are twice as many, or another repository', () => {
    const { plan } = seat(60)
    const many = seat(200, 3)
    expect(keepPlan(plan, many.orbs, Object.keys(many.tracker.trees)).madeFor).toBe(200)
    const more = seat(60, 4)
    expect(keepPlan(plan, more.orbs, Object.keys(more.tracker.trees)).sections).toHaveLength(4)
  })
})

const apart = (a: Place, b: Place): number =>
  Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z) - a.radius - b.radius

function countMoved(before: HallLayout, after: HallLayout): number {
  return [...before.places].filter(([id, place]) => {
    const now = after.places.get(id)
    return now !== undefined && Math.hypot(now.x - place.x, now.y - place.y, now.z - place.z) > 0.01
  }).length
}

function hiddenShare({ layout, plan }: Seated): number {
  const view = viewOf(cameraForAll(layout, SCREEN, plan.sizes.pitch), SCREEN)
  const seen = [...layout.places.values()].map((place) => {
    const at = project(view, place)
    return { ...at, radius: (place.radius * view.focal) / at.depth }
  })
  // Only neighbours on the screen can hide each other.
  const byColumn = Map.groupBy(seen, ({ x }) => Math.floor(x / 40))
  const near = (x: number) =>
    [-1, 0, 1].flatMap((side) => byColumn.get(Math.floor(x / 40) + side) ?? [])
  const hidden = seen.filter((one) =>
    near(one.x).some(
      (other) =>
        other.depth < one.depth - 0.05 &&
        Math.hypot(one.x - other.x, one.y - other.y) < other.radius,
    ),
  )
  return hidden.length / seen.length
}

/** The children of every node in the opposite order. */
function reversed(tracker: Tracker): Tracker {
  type Node = Tracker['trees'][string]
  const turn = (node: Node): Node => ({ ...node, children: node.children.map(turn).toReversed() })
  return {
    ...tracker,
    trees: Object.fromEntries(
      Object.entries(tracker.trees).map(([name, root]) => [name, turn(root)]),
    ),
  }
}
