/** The hall in 2D: what the camera sees, as shapes of a flat picture. */
import type { Orb } from '../../../../../../src/core/workspace/orbs.ts'
import { project, type View } from '../camera/view.ts'
import { polar, type HallLayout, type Point, type Step } from '../layout/hall-layout.ts'
import type { Attention } from '../look/attention.ts'
import { dependencyBows } from '../look/dependency-bows.ts'
import { linkPoints } from '../look/link-curve.ts'
import { lookOf, type LookOf, type OrbLook } from '../look/orb-look.ts'
import { css } from '../look/palette.ts'

export interface FlatOrb {
  readonly id: string
  readonly x: number
  readonly y: number
  readonly radius: number
  readonly look: OrbLook
}

/** Lines of one look, as one path. */
interface FlatLines {
  readonly path: string
  readonly colour: string
  readonly alpha: number
  readonly isDashed: boolean
}

export interface FlatPicture {
  /** From the back to the front. */
  readonly floors: readonly string[]
  readonly trunks: string
  readonly boughs: string
  readonly stumps: readonly { readonly x: number; readonly y: number; readonly radius: number }[]
  readonly links: readonly FlatLines[]
  /** Dashed bows from orbs to what they depend on elsewhere. */
  readonly bows: readonly { readonly path: string; readonly alpha: number }[]
  /** From the back to the front; the index is that of the given orbs. */
  readonly orbs: readonly FlatOrb[]
  readonly drawOrder: readonly number[]
}

export interface FlatStyle {
  styleOf(orb: Orb): LookOf
  attentionOf(orb: Orb): Attention
}

export function flatPicture(
  orbs: readonly Orb[],
  layout: HallLayout,
  view: View,
  { styleOf, attentionOf }: FlatStyle,
): FlatPicture {
  const { sections, places } = layout
  const seen = orbs.map((orb) => {
    const place = places.get(orb.id)!
    const { x, y, depth } = project(view, place)
    const look = lookOf(orb, styleOf(orb))
    return {
      id: orb.id,
      x: tenth(x),
      y: tenth(y),
      radius: tenth(Math.max((place.radius * view.focal) / depth, look.leastPixels)),
      look,
      depth,
    }
  })
  const steps = sections.flatMap((section) => section.steps).toSorted((a, b) => b.inner - a.inner)
  return {
    floors: steps.map((step) => `${lineOf(outlineOf(step), view)}Z`),
    trunks: sections.map(({ trunk }) => lineOf(trunk, view)).join(''),
    boughs: sections.flatMap(({ boughs }) => boughs.map((bough) => lineOf(bough, view))).join(''),
    stumps: sections.map(({ stump }) => {
      const { x, y, depth } = project(view, stump)
      return { x: tenth(x), y: tenth(y), radius: tenth((0.62 * view.focal) / depth) }
    }),
    links: linksOf(orbs, seen, layout, view),
    bows: dependencyBows(orbs, places, attentionOf).map(({ dashes, alpha }) => ({
      path: dashes.map((dash) => lineOf(dash, view)).join(''),
      alpha,
    })),
    orbs: seen,
    drawOrder: seen.map((_, i) => i).sort((a, b) => seen[b]!.depth - seen[a]!.depth),
  }
}

const tenth = (pixels: number): number => Math.round(pixels * 10) / 10

function lineOf(points: readonly Point[], view: View): string {
  return points
    .map((point, i) => {
      const { x, y } = project(view, point)
      return `${i === 0 ? 'M' : 'L'}${tenth(x)} ${tenth(y)}`
    })
    .join('')
}

function outlineOf({ from, to, inner, outer, y }: Step): readonly Point[] {
  const pieces = Math.max(2, Math.ceil((to - from) / 0.08))
  const angles = Array.from({ length: pieces + 1 }, (_, i) => from + ((to - from) * i) / pieces)
  return [
    ...angles.map((angle) => polar(angle, inner, y)),
    ...angles.toReversed().map((angle) => polar(angle, outer, y)),
  ]
}

function linksOf(
  orbs: readonly Orb[],
  seen: readonly FlatOrb[],
  { places }: HallLayout,
  view: View,
): readonly FlatLines[] {
  const pieces = orbs.length <= 800 ? 8 : 4
  const paths = new Map<string, FlatLines & { path: string }>()
  for (const [i, { id, parent }] of orbs.entries()) {
    const { look } = seen[i]!
    const key = `${css(look.link)} ${look.linkAlpha} ${look.isGhost}`
    const lines = paths.get(key) ?? {
      path: '',
      colour: css(look.link),
      alpha: look.linkAlpha,
      isDashed: look.isGhost,
    }
    const base = parent === null ? undefined : places.get(parent)
    const points = linkPoints(places.get(id)!, base, pieces)
    paths.set(key, { ...lines, path: lines.path + lineOf(points, view) })
  }
  return [...paths.values()]
}
