/** Which lines the hall has: the edges of steps, trunks, boughs, the rings of the default branches; and bows over it, to what orbs depend on. */
import type { Mesh } from 'three'
import {
  polar,
  type HallLayout,
  type Point,
  type SectionLayout,
  type Step,
} from '../layout/hall-layout.ts'
import type { Bow } from '../look/dependency-bows.ts'
import { mix, type Palette } from '../look/palette.ts'
import { Ribbons } from './ribbon-mesh.ts'

export function buildLines({ geometry }: Mesh, { sections }: HallLayout, palette: Palette): void {
  const ribbons = new Ribbons()
  const edge = { width: 0.02, least: 0.8, most: 1.2, colour: palette.edge, alpha: 0.85 }
  const trunk = { width: 0.09, least: 1.2, most: 4, colour: palette.trunk, alpha: 1 }
  const bough = {
    width: 0.06,
    least: 0.8,
    most: 3,
    colour: mix(palette.trunk, palette.link, 0.5),
    alpha: 0.95,
  }
  for (const { steps } of sections) for (const line of edgesOf(steps)) ribbons.add(line, edge)
  for (const { boughs } of sections) for (const line of boughs) ribbons.add(line, bough)
  for (const section of sections) ribbons.add(section.trunk, trunk)
  for (const section of sections) addStump(ribbons, section, palette)
  ribbons.writeTo(geometry)
}

/** Bows whose orbs step back do so, too. */
export function buildBows({ geometry }: Mesh, bows: readonly Bow[], { softInk }: Palette): void {
  const ribbons = new Ribbons()
  for (const { dashes, alpha } of bows)
    for (const line of dashes)
      ribbons.add(line, { width: 0.06, least: 1.2, most: 2.4, colour: softInk, alpha })
  ribbons.writeTo(geometry)
}

function edgesOf(steps: readonly Step[]): readonly (readonly Point[])[] {
  const last = steps.at(-1)!
  const fronts = steps.map((step) => arcOf(step, step.inner))
  const sides = steps.flatMap((step) =>
    [step.from, step.to].map((side) => [
      polar(side, step.inner, step.y),
      polar(side, step.outer, step.y),
    ]),
  )
  return [...fronts, arcOf(last, last.outer), ...sides]
}

function arcOf({ from, to, y }: Step, radius: number): readonly Point[] {
  const pieces = Math.max(2, Math.ceil((to - from) / 0.035))
  return Array.from({ length: pieces + 1 }, (_, i) =>
    polar(from + ((to - from) * i) / pieces, radius, y + 0.01),
  )
}

/** The default branch: rings like those of a felled tree. */
function addStump(ribbons: Ribbons, { stump }: SectionLayout, { trunk, ground }: Palette): void {
  const stroke = { width: 0.055, least: 0.8, most: 3, colour: trunk, alpha: 1 }
  ribbons.add(circle(stump, 0.62), stroke)
  ribbons.add(circle(stump, 0.44), { ...stroke, colour: mix(trunk, ground, 0.5), width: 0.045 })
  ribbons.add(circle(stump, 0.27), { ...stroke, colour: mix(trunk, ground, 0.5), width: 0.045 })
  ribbons.add(circle(stump, 0.06), { ...stroke, width: 0.13, most: 9 })
}

const circle = ({ x, y, z }: Point, radius: number): readonly Point[] =>
  Array.from({ length: 41 }, (_, i) => {
    const turned = (i / 40) * 2 * Math.PI
    return { x: x + Math.cos(turned) * radius, y: y + 0.01, z: z + Math.sin(turned) * radius }
  })
