import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { orbsOf, type Orb } from '../../../../../../src/core/workspace/orbs.ts'
import { playedTracker } from '../../../../../../test/played/played-tracker.ts'
import { cameraForAll } from '../camera/hall-camera.ts'
import { project, viewOf } from '../camera/view.ts'
import { textSize } from '../flat/measure-text.ts'
import { buildHall } from '../stage/kept-hall.ts'
import { chooseLabels, prioritiesOf } from './choose-labels.ts'
import { linesToAvoid } from './lines-to-avoid.ts'
import { labelPriority, oneLine, shortAge, twoLines, type LabelLines } from './label-text.ts'
import type { Box } from './label-grid.ts'
import { placeLabels, wantsLabel, type PlacedLabel, type Wanting } from './place-labels.ts'

const NOW = Date.UTC(2026, 10, 17)
const text = (lines: LabelLines): readonly string[] =>
  lines.map((line) => line.map((part) => part.text).join(' '))

function anOrb(change: Partial<Omit<Orb, 'node'>> & { readonly node?: Partial<Orb['node']> }): Orb {
  const [orb] = orbsOf(playedTracker({ workspaces: 1, now: NOW }), NOW)
  return { ...orb!, ...change, node: { ...orb!.node, ...change.node } }
}

describe('the text of a label', () => {
  const busy = anOrb({
    ci: 'pass',
    waiting: 8,
    state: 'passing',
    node: { pr_number: 385, branch: 'batch-refund-store', last_active_at: NOW - 7 * 60_000 },
  })

  it('has the pull request, its checks, the age, how many wait, and the branch', () => {
    expect(text(twoLines(busy, NOW))).toEqual(['#385 ✓ 7m  8 wait', 'batch-refund-store'])
  })

  it('says that the workspace is blocked, and what it depends on elsewhere', () => {
    const search = {
      ci: '',
      waiting: 0,
      repository: 'shop',
      after: ['lib:feat/lib-one', 'shop:api'],
      node: { pr_number: null, branch: 'search', last_active_at: null, blockers: ['review'] },
    } as const
    expect(text(twoLines(anOrb(search), NOW))).toEqual([
      'blocked after lib:feat/lib-one +1',
      'search',
    ])
    expect(text(twoLines(anOrb({ ...search, after: ['shop:api'] }), NOW))[0]).toBe(
      'blocked after api',
    )
    expect(text(oneLine(anOrb(search)))).toEqual(['search blocked'])
    expect(labelPriority(anOrb(search))).toBeGreaterThan(
      labelPriority(anOrb({ state: 'working', waiting: 0 })),
    )
  })

  it('is one line where there is little room', () => {
    expect(text(oneLine(busy))).toEqual(['#385 ✓  8 wait'])
    expect(text(oneLine(anOrb({ ci: '', node: { pr_number: null, branch: 'fix-nav' } })))).toEqual([
      'fix-nav',
    ])
  })

  it('tells ages in minutes, hours or days', () => {
    expect(
      [0, 59, 60, 60 * 24 - 1, 60 * 24 * 3].map((minutes) => shortAge(minutes * 60_000)),
    ).toEqual(['now', '59m', '1h', '23h', '3d'])
  })

  it('cuts long branches', () => {
    const [, [branch]] = twoLines(
      anOrb({ node: { branch: 'paginate-onboarding-tests-of-the-store' } }),
      NOW,
    ) as [unknown, [{ text: string }]]
    expect(branch.text).toBe('paginate-onboarding-t…')
  })

  it('is more important when somebody is needed, or many wait', () => {
    const states = ['stuck', 'failing', 'working', 'pending', 'passing', 'idle', 'stale'] as const
    const priorities = states.map((state) =>
      labelPriority(anOrb({ state, waiting: 0, isGhost: false })),
    )
    expect(priorities).toEqual(priorities.toSorted((a, b) => b - a))
    expect(labelPriority(anOrb({ state: 'passing', waiting: 12 }))).toBeGreaterThan(90)
  })
})

describe('placing labels', () => {
  const room = {
    width: 800,
    height: 500,
    taken: [{ x: 100, y: 0, width: 150, height: 34 }],
    lines: [],
  }
  const sizes = () => ({ two: { width: 110, height: 30 }, one: { width: 60, height: 16 } })
  const anyWanting = fc
    .array(
      fc.record({
        x: fc.integer({ min: 0, max: 800 }),
        y: fc.integer({ min: 0, max: 500 }),
        radius: fc.integer({ min: 6, max: 20 }),
        priority: fc.integer({ min: 0, max: 200 }),
      }),
      { maxLength: 60 },
    )
    .map((list): readonly Wanting[] => list.map((one, orb) => ({ ...one, orb, reach: 1.3 })))

  it('never puts a label over another one, over a name, or beyond the screen', () => {
    fc.assert(
      fc.property(anyWanting, (wanting) => {
        const placed = placeLabels(wanting, wanting, room, sizes)
        for (const label of placed) {
          expect(
            label.x >= 0 &&
              label.y >= 0 &&
              label.x + label.width <= 800 &&
              label.y + label.height <= 500,
          ).toBe(true)
          const others = [...placed, ...room.taken].filter((other) => other !== label)
          expect(others.filter((other) => overlaps(label, other))).toEqual([])
        }
      }),
    )
  })

  it('gives the more important orb the better place', () => {
    const at = { x: 400, y: 250, radius: 12, reach: 1.3 }
    const both = [
      { ...at, orb: 0, priority: 20 },
      { ...at, orb: 1, x: 405, priority: 90 },
    ]
    const [first] = placeLabels(both, [], room, sizes) as [PlacedLabel]
    expect(first).toMatchObject({ orb: 1, lines: 2 })
    expect(first.x).toBeGreaterThan(405)
  })

  it('keeps off a trunk where it can, and stands on it rather than nowhere', () => {
    const orb = { orb: 0, x: 400, y: 250, radius: 12, reach: 1.3, priority: 20 }
    const trunk = {
      points: [
        { x: 440, y: 0 },
        { x: 440, y: 499 },
      ],
      weight: 4,
    }
    const [beside] = placeLabels([orb], [orb], { ...room, lines: [trunk] }, sizes)
    expect(beside!.x + beside!.width).toBeLessThan(400)
    const left = { x: 0, y: 0, width: 396, height: 500 }
    const [onIt] = placeLabels([orb], [orb], { ...room, taken: [left], lines: [trunk] }, sizes)
    expect(onIt).toMatchObject({ lines: 2 })
    expect(onIt!.x).toBeGreaterThan(396)
    const near = { ...trunk, points: trunk.points.map(({ y }) => ({ x: 490, y })) }
    const [short] = placeLabels([orb], [orb], { ...room, taken: [left], lines: [near] }, sizes)
    expect(short).toMatchObject({ lines: 1 })
  })

  it('stands nearer to its own orb than to any other, unless the orb is important and has no other spot', () => {
    fc.assert(
      fc.property(anyWanting, (wanting) => {
        const placed = placeLabels(wanting, wanting, room, sizes)
        const strayed = placed.filter((label) => isStray(label, wanting))
        expect(strayed.filter(({ orb }) => wanting[orb]!.priority < 45)).toEqual([])
      }),
    )
  })

  it('is nearest to its own orb in a hall of sixty, nearly all of which have one', () => {
    const { labels, balls } = labelsOfHall(60)
    expect(labels.length).toBeGreaterThanOrEqual(55)
    expect(labels.filter((label) => isStray(label, balls))).toEqual([])
  })

  it('wants labels for large orbs, and for the important ones of the small', () => {
    expect([
      wantsLabel(9, 0),
      wantsLabel(7, 20),
      wantsLabel(7, 50),
      wantsLabel(2, 50),
      wantsLabel(2, 95),
    ]).toEqual([true, false, true, false, true])
  })

  it('has at most 18 labels among orbs that are small', () => {
    const many = Array.from({ length: 100 }, (_, orb) => ({
      orb,
      x: 70 * (orb % 10) + 20,
      y: 45 * Math.floor(orb / 10) + 40,
      radius: 2,
      reach: 1.3,
      priority: 95,
    }))
    expect(placeLabels(many, [], { ...room, taken: [] }, sizes)).toHaveLength(18)
  })
})

const overlaps = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

interface Round {
  readonly x: number
  readonly y: number
  readonly radius: number
}

/** Pixels from the edge of an orb to the label. */
const away = (label: Box, { x, y, radius }: Round): number =>
  Math.hypot(
    Math.max(label.x - x, 0, x - label.x - label.width),
    Math.max(label.y - y, 0, y - label.y - label.height),
  ) - radius

/** Another orb is nearer to it than the ring around its own. */
const isStray = (label: PlacedLabel, balls: readonly Round[]): boolean => {
  const orb = balls[label.orb]!
  const own = Math.max(0, away(label, orb) - 0.3 * orb.radius)
  return balls.some((ball, other) => other !== label.orb && away(label, ball) < own - 0.01)
}

/** The labels of a hall that is seen whole, on a usual screen. */
function labelsOfHall(workspaces: number): {
  readonly labels: readonly PlacedLabel[]
  readonly balls: readonly Round[]
} {
  const orbs = orbsOf(playedTracker({ workspaces, now: NOW }), NOW)
  const screen = {
    width: 1440,
    height: 766,
    insets: { top: 12, left: 12, right: 12, bottom: 64 },
  }
  const { layout, plan } = buildHall({ orbs, sections: [] }, screen)
  const view = viewOf(cameraForAll(layout, screen, plan.sizes.pitch), screen)
  const balls = orbs.map(({ id }) => {
    const place = layout.places.get(id)!
    const { x, y, depth } = project(view, place)
    return { x, y, radius: (place.radius * view.focal) / depth }
  })
  const labels = chooseLabels({
    orbs,
    priorities: prioritiesOf(orbs),
    seen: {
      count: orbs.length,
      x: balls.map(({ x }) => x),
      y: balls.map(({ y }) => y),
      radius: balls.map(({ radius }) => radius),
    },
    screen,
    taken: [],
    lines: linesToAvoid(orbs, layout).map(({ points, weight }) => ({
      points: points.map((point) => project(view, point)),
      weight,
    })),
    now: NOW,
    chosen: new Set(),
    shownBefore: new Set(),
    attentionOf: () => 'plain',
    sizeOf: textSize,
  })
  return { labels, balls }
}
