import { describe, expect, it } from 'vitest'
import { orbsOf, type Orb } from '../../../../../../src/core/workspace/orbs.ts'
import { playedTracker } from '../../../../../../test/played/played-tracker.ts'
import { layoutHall, type Point } from '../layout/hall-layout.ts'
import { planHall } from '../layout/hall-plan.ts'
import { OrbNumbers, type Change } from '../stage/orb-numbers.ts'
import { attentionFor, styleFor } from './attention.ts'
import { dependencyBows } from './dependency-bows.ts'
import { phasePart, smoothstep } from './motion.ts'
import { linkPoints } from './link-curve.ts'
import { NUMBERS } from './orb-data.ts'
import { GLOW, lookOf, type LookOf } from './orb-look.ts'
import { css, FRESHNESS_RAMP, freshnessColour, PALETTES, phaseColour } from './palette.ts'

const NOW = Date.UTC(2026, 10, 17)
const tracker = playedTracker({ workspaces: 60, now: NOW })
const orbs = orbsOf(tracker, NOW)
const layout = layoutHall(planHall(orbs, Object.keys(tracker.trees)), orbs)
const plain: LookOf = {
  palette: PALETTES.light,
  isDark: false,
  colours: 'state',
  phase: null,
  isDimmed: false,
  isLit: false,
}
const orbIn = (state: (typeof orbs)[number]['state']) => ({
  ...orbs[0]!,
  state,
  isGhost: false,
  ci: 'pass' as const,
})

describe('the look of an orb', () => {
  it('tells its state by colour and by sign', () => {
    const looks = (['passing', 'pending', 'failing', 'working', 'stuck', 'stale'] as const).map(
      (state) => lookOf(orbIn(state), plain),
    )
    expect(looks.map(({ sign }) => sign)).toEqual([
      'check',
      'dots',
      'cross',
      'play',
      'bang',
      'clock',
    ])
    expect(new Set(looks.map(({ colour }) => css(colour))).size).toBe(6)
  })

  it('shows a bar when a person has recorded a blocker, unless it is merged', () => {
    const blocked = (state: 'idle' | 'merged') => {
      const orb = orbIn(state)
      return lookOf({ ...orb, node: { ...orb.node, blockers: ['design review'] } }, plain)
    }
    expect(blocked('idle').sign).toBe('bar')
    expect(blocked('merged').sign).toBe('none')
  })

  it('has no ring where the ball says the same', () => {
    expect(lookOf(orbIn('passing'), plain).ring).toBe('none')
    expect(lookOf(orbIn('working'), plain).ring).toBe('pass')
    expect(lookOf({ ...orbIn('stuck'), ci: 'fail' }, plain).ring).toBe('fail')
  })

  it('of a stale one does not glow; of a stuck one glows most', () => {
    const glow = (state: 'stale' | 'passing' | 'stuck') =>
      lookOf({ ...orbIn(state), age: 0.2 }, plain).halo
    expect(glow('stale')).toBe(0)
    expect(glow('stuck')).toBeGreaterThan(glow('passing'))
  })

  it('by freshness goes from active to quiet, and by state it does not', () => {
    const { freshness } = PALETTES.dark
    expect([0, 0.5, 1].map((age) => freshnessColour(PALETTES.dark, age))).toEqual(freshness)
    const fresh = lookOf({ ...orbIn('passing'), age: 0 }, { ...plain, colours: 'freshness' })
    expect(fresh.colour).toEqual(PALETTES.light.freshness[0])
    for (const colour of [...PALETTES.light.freshness, ...freshness])
      expect(FRESHNESS_RAMP).toContain(css(colour))
  })
})

describe('[ORB-02] the line of an orb', () => {
  const far = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z)
  const lineOf = ({ id, parent }: Orb): readonly Point[] =>
    linkPoints(layout.places.get(id)!, parent === null ? undefined : layout.places.get(parent), 8)

  it('leads from its surface to the surface of the orb that it stands on', () => {
    const stacked = orbs.filter(({ parent }) => parent !== null)
    expect(stacked.length).toBeGreaterThan(10)
    for (const orb of stacked) {
      const [line, place] = [lineOf(orb), layout.places.get(orb.id)!]
      const below = layout.places.get(orb.parent!)!
      expect(Math.abs(far(line[0]!, place) / place.radius - 1.1)).toBeLessThan(0.1)
      expect(Math.abs(far(line.at(-1)!, below) / below.radius - 1.2)).toBeLessThan(0.1)
    }
  })

  it('of an orb on the default branch leads to a line that begins at that branch', () => {
    for (const orb of orbs.filter(({ parent }) => parent === null)) {
      const section = layout.sections.find(({ repository }) => repository === orb.repository)!
      const end = lineOf(orb).at(-1)!
      const grown = [section.trunk, ...section.boughs]
      expect(Math.min(...grown.map((line) => farFromLine(end, line)))).toBeLessThan(0.1)
      expect(section.trunk[0]).toEqual(section.stump)
      for (const bough of section.boughs)
        expect(farFromLine(bough[0]!, section.trunk)).toBeLessThan(0.35)
    }
  })

  function farFromLine(point: Point, line: readonly Point[]): number {
    const pieces = line.slice(1).map((end, i) => [line[i]!, end] as const)
    return Math.min(...pieces.map(([from, to]) => farFromPiece(point, from, to)))
  }

  function farFromPiece(point: Point, from: Point, to: Point): number {
    const at = (t: number): Point => ({
      x: from.x + (to.x - from.x) * t,
      y: from.y + (to.y - from.y) * t,
      z: from.z + (to.z - from.z) * t,
    })
    return Math.min(...Array.from({ length: 65 }, (_, i) => far(point, at(i / 64))))
  }
})

describe('a declared dependency', () => {
  const [from, to] = [orbs[0]!, orbs.at(-1)!]
  const waiting = { ...from, after: [to.id, 'gone:gone'] }

  it('is a dashed bow from the orb to what it waits for, and none to what is not in the hall', () => {
    const bows = dependencyBows([waiting, to], layout.places, () => 'plain')
    expect(bows).toHaveLength(1)
    const { dashes } = bows[0]!
    const near = (point: Point, { id }: Orb) => {
      const place = layout.places.get(id)!
      return Math.hypot(point.x - place.x, point.y - place.y, point.z - place.z) < 2
    }
    expect(dashes.length).toBeGreaterThan(2)
    expect(near(dashes[0]![0], from)).toBe(true)
    expect(near(dashes.at(-1)![1], to)).toBe(true)
  })

  it('steps back when a search has found neither of both orbs, or when another stack is selected', () => {
    const alphaWith = (shown: readonly string[] | null, selected: string | null = null): number => {
      const chosen = {
        shown: shown && new Set(shown),
        selected,
        phases: null,
        colours: 'state',
      } as const
      return dependencyBows([waiting, to], layout.places, attentionFor(chosen, layout))[0]!.alpha
    }
    const whole = alphaWith(null)
    expect([alphaWith([from.id]), alphaWith([to.id]), alphaWith(null, from.id)]).toEqual([
      whole,
      whole,
      whole,
    ])
    const apart = orbs.find(({ id }) =>
      [from, to].every((one) => layout.places.get(one.id)!.stack !== layout.places.get(id)!.stack),
    )!
    expect(alphaWith([])).toBeLessThan(whole / 3)
    expect(alphaWith(null, apart.id)).toBeLessThan(whole / 3)
  })
})

describe('[ORB-83] phases', () => {
  it('have six colours, and begin again with the first', () => {
    expect([1, 2, 3, 4, 5, 6, 7].map((phase) => hex(phaseColour(phase)))).toEqual([
      '22c55e',
      '3b82f6',
      'a855f7',
      'f59e0b',
      'ef4444',
      '06b6d4',
      '22c55e',
    ])
  })

  it('show their number on the orb; what is not in the order turns grey and steps back', () => {
    const inOrder = lookOf(orbIn('passing'), { ...plain, phase: 3 })
    expect([inOrder.phase, hex(inOrder.colour), inOrder.alpha]).toEqual([3, 'a855f7', 1])
    const outside = lookOf(orbIn('passing'), { ...plain, phase: 0 })
    expect([outside.phase, outside.colour, outside.alpha]).toEqual([
      0,
      PALETTES.light.unordered,
      0.42,
    ])
  })

  it('[ORB-84] glow in their colour at half strength, on a light and on a dark ground', () => {
    for (const theme of ['light', 'dark'] as const) {
      const at = { ...plain, palette: PALETTES[theme], isDark: theme === 'dark' }
      const { halo, colour, phase } = lookOf(orbIn('idle'), { ...at, phase: 2 })
      expect([halo * GLOW[theme], hex(colour), phase]).toEqual([0.5, '3b82f6', 2])
      expect(lookOf(orbIn('idle'), { ...at, phase: 0 }).halo).toBe(0)
    }
  })

  it('light up one after the other, and all within the time of the transition', () => {
    for (const phase of [1, 2, 5, 9]) {
      expect(phasePart(0, phase)).toBe(0)
      expect(phasePart(1, phase)).toBe(1)
      expect(phasePart(0.4, phase)).toBeGreaterThanOrEqual(phasePart(0.4, phase + 1))
    }
    expect([smoothstep(-1), smoothstep(0.5), smoothstep(2)]).toEqual([0, 0.5, 1])
  })
})

describe('[ORB-85] the numbers that are drawn', () => {
  const content = { shown: null, selected: null, phases: null, colours: 'state' } as const
  const phases = new Map(orbs.map(({ id, depth }) => [id, depth]))

  /** Plays changes, each to its end, and returns what is drawn after each. */
  function play(
    ...changes: readonly (readonly [Parameters<typeof styleFor>[0], Change])[]
  ): readonly Float32Array[] {
    const numbers = new OrbNumbers()
    const drawn = new Float32Array(orbs.length * NUMBERS)
    return changes.map(([shown, how], i) => {
      numbers.change(
        { orbs, layout, styleOf: styleFor(shown, layout, 'light') },
        drawn,
        how,
        i * 10_000,
      )
      for (const time of [0, 100, 450, 899, 901]) numbers.write(drawn, i * 10_000 + time, false)
      expect(numbers.isMoving).toBe(false)
      return drawn.slice()
    })
  }

  it('have for each orb its place and the end of its line', () => {
    const [drawn] = play([content, 'jump'])
    for (const [i, { id }] of orbs.entries()) {
      const { x, y, z, radius, base } = layout.places.get(id)!
      const numbers = drawn!.slice(i * NUMBERS, i * NUMBERS + 7)
      expect(numbers).toEqual(new Float32Array([x, y, z, radius, base.x, base.y, base.z]))
    }
  })

  it('are exactly those of before when an order is cleared', () => {
    const [before, shown, after] = play(
      [content, 'jump'],
      [{ ...content, phases }, 'phases'],
      [content, 'phases'],
    )
    expect(shown).not.toEqual(before)
    expect(after).toEqual(before)
  })

  it('are exactly those of before when nothing is selected any more', () => {
    const [before, , after] = play(
      [content, 'jump'],
      [{ ...content, selected: orbs[3]!.id }, 'focus'],
      [content, 'focus'],
    )
    expect(after).toEqual(before)
  })

  it('change step by step', () => {
    const numbers = new OrbNumbers()
    const drawn = new Float32Array(orbs.length * NUMBERS)
    numbers.change({ orbs, layout, styleOf: styleFor(content, layout, 'light') }, drawn, 'jump', 0)
    numbers.write(drawn, 0, false)
    numbers.change(
      { orbs, layout, styleOf: styleFor({ ...content, phases }, layout, 'light') },
      drawn,
      'phases',
      0,
    )
    const reds = [0, 200, 300, 400, 900].map((time) => {
      numbers.write(drawn, time, false)
      return drawn[8]!
    })
    expect(new Set(reds).size).toBeGreaterThan(3)
    numbers.change(
      { orbs, layout, styleOf: styleFor(content, layout, 'light') },
      drawn,
      'phases',
      1000,
    )
    numbers.write(drawn, 1000, true)
    expect(numbers.isMoving).toBe(false)
  })
})

describe('attention', () => {
  it('is on the stack of the selected orb', () => {
    const selected = orbs.find(({ depth }) => depth > 1)!
    const attentionOf = attentionFor(
      { shown: null, selected: selected.id, phases: null, colours: 'state' },
      layout,
    )
    expect(attentionOf(selected)).toBe('lit')
    expect(attentionOf(orbs.find(({ id }) => id === selected.parent)!)).toBe('lit')
    expect(attentionOf(orbs.find(({ repository }) => repository !== selected.repository)!)).toBe(
      'dimmed',
    )
  })

  it('is on what a search has found', () => {
    const attentionOf = attentionFor(
      { shown: new Set([orbs[0]!.id]), selected: null, phases: null, colours: 'state' },
      layout,
    )
    expect([attentionOf(orbs[0]!), attentionOf(orbs[1]!)]).toEqual(['plain', 'dimmed'])
  })
})

const hex = (colour: readonly number[]): string =>
  colour
    .map((part) =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')
