/** Lines, in one draw call: the edges of steps, trunks, boughs, the rings of the default branches, and dependencies. */
import { BufferAttribute, BufferGeometry, GLSL3, Mesh, RawShaderMaterial } from 'three'
import {
  polar,
  type HallLayout,
  type Point,
  type SectionLayout,
  type Step,
} from '../layout/hall-layout.ts'
import type { dependencyDashes } from '../look/dependency-lines.ts'
import { mix, type Colour, type Palette } from '../look/palette.ts'
import { PREMULTIPLIED } from './orb-mesh.ts'
import { VIEW_GLSL, type ViewUniforms } from './shader-view.ts'

const RIBBON_VERTEX = /* glsl */ `
${VIEW_GLSL}
in vec3 position;
in vec3 way;
in vec4 style;
in vec4 colour;
out float vSide;
flat out float vHalf;
out vec4 vColour;

void main() {
  float depth = depthOf(position);
  vec4 clip = uViewProjection * vec4(position, 1.0);
  vec4 ahead = uViewProjection * vec4(position + way * 0.05, 1.0);
  vec2 direction = (ahead.xy / ahead.w - clip.xy / clip.w) * uSize;
  direction = length(direction) > 0.00001 ? normalize(direction) : vec2(1.0, 0.0);
  float width = clamp(style.y * uFocal / max(depth, 0.1), style.z * uPixel, style.w * uPixel);
  vHalf = width * 0.5;
  vSide = style.x * (vHalf + 1.0);
  vColour = vec4(mix(colour.rgb, uGround, fogAt(depth)), colour.a);
  clip.xy += vec2(-direction.y, direction.x) * vSide * 2.0 / uSize * clip.w;
  gl_Position = depth < 0.5 ? vec4(2.0, 2.0, 2.0, 1.0) : clip;
}
`

const RIBBON_FRAGMENT = /* glsl */ `
${VIEW_GLSL}
in float vSide;
flat in float vHalf;
in vec4 vColour;
out vec4 outColour;
void main() {
  float alpha = vColour.a * (1.0 - smoothstep(vHalf - 0.5, vHalf + 0.5, abs(vSide)));
  outColour = vec4(vColour.rgb * alpha, alpha);
}
`

export const ribbonMaterial = (uniforms: ViewUniforms): RawShaderMaterial =>
  new RawShaderMaterial({
    glslVersion: GLSL3,
    vertexShader: RIBBON_VERTEX,
    fragmentShader: RIBBON_FRAGMENT,
    uniforms,
    ...PREMULTIPLIED,
    depthTest: true,
    side: 2,
  })

export const ribbonMesh = (material: RawShaderMaterial): Mesh => {
  const mesh = new Mesh(new BufferGeometry(), material)
  mesh.frustumCulled = false
  return mesh
}

/** Width in units of the hall, and the least and most pixels. */
interface Stroke {
  readonly width: number
  readonly least: number
  readonly most: number
  readonly colour: Colour
  readonly alpha: number
}

export function buildRibbons(
  mesh: Mesh,
  { sections }: HallLayout,
  palette: Palette,
  dashes: ReturnType<typeof dependencyDashes>,
): void {
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
  const dash = { width: 0.06, least: 1.2, most: 2.4, colour: palette.softInk, alpha: 0.8 }
  for (const line of dashes) ribbons.add(line, dash)
  ribbons.writeTo(mesh.geometry)
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

class Ribbons {
  readonly #positions: number[] = []
  readonly #ways: number[] = []
  readonly #styles: number[] = []
  readonly #colours: number[] = []
  readonly #index: number[] = []

  add(line: readonly Point[], { width, least, most, colour, alpha }: Stroke): void {
    for (const [i, point] of line.entries()) {
      const at = this.#positions.length / 3
      const way = wayAt(line, i)
      for (const side of [-1, 1]) {
        this.#positions.push(point.x, point.y, point.z)
        this.#ways.push(...way)
        this.#styles.push(side, width, least, most)
        this.#colours.push(...colour, alpha)
      }
      if (i > 0) this.#index.push(at - 2, at - 1, at, at, at - 1, at + 1)
    }
  }

  writeTo(geometry: BufferGeometry): void {
    geometry.dispose()
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(this.#positions), 3))
    geometry.setAttribute('way', new BufferAttribute(new Float32Array(this.#ways), 3))
    geometry.setAttribute('style', new BufferAttribute(new Float32Array(this.#styles), 4))
    geometry.setAttribute('colour', new BufferAttribute(new Float32Array(this.#colours), 4))
    geometry.setIndex(new BufferAttribute(new Uint32Array(this.#index), 1))
  }
}

/** The direction of a line at one of its points; a closed one goes on at its start. */
function wayAt(line: readonly Point[], i: number): readonly [number, number, number] {
  const isClosed =
    line.length > 3 && Math.hypot(line[0]!.x - line.at(-1)!.x, line[0]!.z - line.at(-1)!.z) < 1e-6
  const before = line[i - 1] ?? (isClosed ? line.at(-2)! : line[i]!)
  const after = line[i + 1] ?? (isClosed ? line[1]! : line[i]!)
  const [x, y, z] = [after.x - before.x, after.y - before.y, after.z - before.z]
  const length = Math.max(1e-6, Math.hypot(x, y, z))
  return [x / length, y / length, z / length]
}
