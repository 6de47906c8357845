/** The colours of the hall in both themes; people with any colour vision can tell them apart. */
import type { OrbState } from '../../../../../../src/core/workspace/orbs.ts'

export type Theme = 'light' | 'dark'
/** Red, green and blue, from 0 to 1. */
export type Colour = readonly [number, number, number]

const rgb = (hex: string): Colour => [
  Number.parseInt(hex.slice(0, 2), 16) / 255,
  Number.parseInt(hex.slice(2, 4), 16) / 255,
  Number.parseInt(hex.slice(4, 6), 16) / 255,
]

export const css = ([r, g, b]: Colour): string =>
  `rgb(${Math.round(r * 255)} ${Math.round(g * 255)} ${Math.round(b * 255)})`

export const mix = (a: Colour, b: Colour, part: number): Colour => [
  a[0] + (b[0] - a[0]) * part,
  a[1] + (b[1] - a[1]) * part,
  a[2] + (b[2] - a[2]) * part,
]

export interface Palette {
  readonly states: Readonly<Record<OrbState, Colour>>
  /** From active just now to quiet for long. */
  readonly freshness: readonly [Colour, Colour, Colour]
  readonly rings: { readonly pass: Colour; readonly pending: Colour; readonly fail: Colour }
  readonly ground: Colour
  readonly floor: Colour
  readonly riser: Colour
  readonly edge: Colour
  readonly link: Colour
  readonly trunk: Colour
  readonly accent: Colour
  /** Orbs that are not in a shown order. */
  readonly unordered: Colour
  readonly ink: Colour
  readonly softInk: Colour
  readonly faintInk: Colour
  readonly marks: { readonly pass: Colour; readonly pending: Colour; readonly fail: Colour }
}

export const PALETTES: Readonly<Record<Theme, Palette>> = {
  light: {
    states: {
      passing: rgb('1f9d78'),
      pending: rgb('efd06a'),
      failing: rgb('c8322a'),
      working: rgb('3b8bea'),
      stuck: rgb('e07f00'),
      merged: rgb('5a3a9c'),
      idle: rgb('8f98a6'),
      stale: rgb('cdd2da'),
    },
    freshness: [rgb('0a7d8c'), rgb('6db3bd'), rgb('d3d8df')],
    rings: { pass: rgb('1f9d78'), pending: rgb('c9971a'), fail: rgb('c8322a') },
    ground: rgb('f3f5f8'),
    floor: rgb('fdfdfe'),
    riser: rgb('e4e8ee'),
    edge: rgb('d9dee6'),
    link: rgb('9aa1ac'),
    trunk: rgb('6b7280'),
    accent: rgb('2450c8'),
    unordered: rgb('c3c8d0'),
    ink: rgb('1a1e26'),
    softInk: rgb('4d5563'),
    faintInk: rgb('8a919d'),
    marks: { pass: rgb('00704e'), pending: rgb('8a5300'), fail: rgb('b3261e') },
  },
  dark: {
    states: {
      passing: rgb('35c08d'),
      pending: rgb('f5e196'),
      failing: rgb('ff5f55'),
      working: rgb('4f9dfb'),
      stuck: rgb('ffa01f'),
      merged: rgb('d8c6ff'),
      idle: rgb('808b9b'),
      stale: rgb('3b424d'),
    },
    freshness: [rgb('7fe0ea'), rgb('3d8894'), rgb('39404a')],
    rings: { pass: rgb('35c08d'), pending: rgb('e8cd6a'), fail: rgb('ff5f55') },
    ground: rgb('131519'),
    floor: rgb('1a1e24'),
    riser: rgb('101317'),
    edge: rgb('30363f'),
    link: rgb('6a727e'),
    trunk: rgb('8d949e'),
    accent: rgb('8fb0ff'),
    unordered: rgb('434a55'),
    ink: rgb('eef1f6'),
    softInk: rgb('a9b1bf'),
    faintInk: rgb('757d8a'),
    marks: { pass: rgb('4fd1a1'), pending: rgb('f2b84b'), fail: rgb('ff9087') },
  },
}

/** The colours of the phases of an order, by number from 1; a seventh phase has the colour of the first. */
const PHASE_COLOURS = ['22c55e', '3b82f6', 'a855f7', 'f59e0b', 'ef4444', '06b6d4'] as const

export const phaseColour = (phase: number): Colour =>
  rgb(PHASE_COLOURS[(phase - 1) % PHASE_COLOURS.length]!)

/** `age` as in Orb: 0 is active just now. */
export function freshnessColour(
  { freshness: [fresh, middle, quiet] }: Palette,
  age: number,
): Colour {
  return age < 0.5 ? mix(fresh, middle, age * 2) : mix(middle, quiet, age * 2 - 1)
}

/** The same scale for a legend, in CSS: it follows the theme of the page. */
export const FRESHNESS_RAMP = `linear-gradient(to right, ${PALETTES.light.freshness
  .map((light, i) => `light-dark(${css(light)}, ${css(PALETTES.dark.freshness[i]!)})`)
  .join(', ')})`
