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

/** Each colour as it is in the light and in the dark. */
function paletteOf(theme: Theme): Palette {
  const of = (light: string, dark: string): Colour => rgb(theme === 'light' ? light : dark)
  return {
    states: {
      passing: of('1f9d78', '35c08d'),
      pending: of('efd06a', 'f5e196'),
      failing: of('c8322a', 'ff5f55'),
      working: of('3b8bea', '4f9dfb'),
      stuck: of('e07f00', 'ffa01f'),
      merged: of('5a3a9c', 'd8c6ff'),
      idle: of('8f98a6', '808b9b'),
      stale: of('cdd2da', '3b424d'),
    },
    freshness: [of('0a7d8c', '7fe0ea'), of('6db3bd', '3d8894'), of('d3d8df', '39404a')],
    rings: {
      pass: of('1f9d78', '35c08d'),
      pending: of('c9971a', 'e8cd6a'),
      fail: of('c8322a', 'ff5f55'),
    },
    ground: of('f3f5f8', '131519'),
    floor: of('fdfdfe', '1a1e24'),
    riser: of('e4e8ee', '101317'),
    edge: of('d9dee6', '30363f'),
    link: of('9aa1ac', '6a727e'),
    trunk: of('6b7280', '8d949e'),
    accent: of('2450c8', '8fb0ff'),
    unordered: of('c3c8d0', '434a55'),
    ink: of('1a1e26', 'eef1f6'),
    softInk: of('4d5563', 'a9b1bf'),
    faintInk: of('8a919d', '757d8a'),
    marks: {
      pass: of('00704e', '4fd1a1'),
      pending: of('8a5300', 'f2b84b'),
      fail: of('b3261e', 'ff9087'),
    },
  }
}

export const PALETTES: Readonly<Record<Theme, Palette>> = {
  light: paletteOf('light'),
  dark: paletteOf('dark'),
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
