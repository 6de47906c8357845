/** The steps of the hall: treads, and risers that fade to nothing below them. */
import { BufferAttribute, BufferGeometry, type Mesh } from 'three'
import { polar, type HallLayout, type Step } from '../layout/hall-layout.ts'
import { mix, type Colour, type Palette } from '../look/palette.ts'
import { shaderMaterial, shaderMesh } from './shader-mesh.ts'
import { VIEW_GLSL, type ViewUniforms } from './shader-view.ts'

const FLOOR_VERTEX = /* glsl */ `
${VIEW_GLSL}
in vec3 position;
in vec4 colour;
out vec4 vColour;
void main() {
  vColour = colour;
  gl_Position = uViewProjection * vec4(position, 1.0);
}
`

const FLOOR_FRAGMENT = /* glsl */ `
${VIEW_GLSL}
in vec4 vColour;
out vec4 outColour;
void main() {
  outColour = vec4(vColour.rgb * vColour.a, vColour.a);
}
`

export const floorMesh = (uniforms: ViewUniforms): ReturnType<typeof shaderMesh> =>
  shaderMesh(
    new BufferGeometry(),
    shaderMaterial(
      { vertexShader: FLOOR_VERTEX, fragmentShader: FLOOR_FRAGMENT, uniforms },
      {
        depthTest: true,
        depthWrite: true,
        polygonOffset: true,
        polygonOffsetFactor: 1,
        polygonOffsetUnits: 4,
      },
    ),
  )

export function buildFloor(mesh: Mesh, { sections }: HallLayout, palette: Palette): void {
  const strips = new Strips()
  const steps = sections.flatMap((section) => section.steps)
  // From the back to the front, because risers are transparent.
  for (const step of steps.toSorted((a, b) => b.inner - a.inner)) addStep(strips, step, palette)
  strips.writeTo(mesh.geometry)
}

const DEEPEST_SKIRT = 0.75
const PIECE = 0.035

function addStep(strips: Strips, step: Step, { floor, riser, ground }: Palette): void {
  const pieces = Math.max(2, Math.ceil((step.to - step.from) / PIECE))
  const angle = (i: number): number => step.from + ((step.to - step.from) * i) / pieces
  const arc = (radius: number, y: number) =>
    Array.from({ length: pieces + 1 }, (_, i) => polar(angle(i), radius, y))
  const skirt = step.rise > 0 ? step.rise : 0.5
  const shade = (y: number): number => Math.max(0, 1 - (step.y - y) / Math.min(skirt, 2.6))
  const low = step.y - Math.min(skirt, DEEPEST_SKIRT * 4)
  for (const side of [step.from, step.to])
    strips.add(
      [polar(side, step.inner, step.y), polar(side, step.outer, step.y)],
      [
        polar(side, step.inner, step.y - DEEPEST_SKIRT),
        polar(side, step.outer, step.y - DEEPEST_SKIRT),
      ],
      [...riser, 0.9],
      [...riser, 0],
    )
  strips.add(
    arc(step.inner, step.y),
    arc(step.inner, low),
    [...riser, 1],
    [...riser, shade(low) * 0.3],
  )
  strips.add(
    arc(step.inner, step.y),
    arc(step.outer, step.y),
    [...floor, 1],
    [...mix(floor, ground, 0.25), 1],
  )
}

type Rgba = readonly [...Colour, number]
type Arc = readonly { readonly x: number; readonly y: number; readonly z: number }[]

/** Bands of triangles between two lines. */
class Strips {
  readonly #positions: number[] = []
  readonly #colours: number[] = []
  readonly #index: number[] = []

  add(one: Arc, other: Arc, oneColour: Rgba, otherColour: Rgba): void {
    for (const [i, point] of one.entries()) {
      const at = this.#positions.length / 3
      const facing = other[i]!
      this.#positions.push(point.x, point.y, point.z, facing.x, facing.y, facing.z)
      this.#colours.push(...oneColour, ...otherColour)
      if (i > 0) this.#index.push(at - 2, at - 1, at, at, at - 1, at + 1)
    }
  }

  writeTo(geometry: BufferGeometry): void {
    geometry.dispose()
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(this.#positions), 3))
    geometry.setAttribute('colour', new BufferAttribute(new Float32Array(this.#colours), 4))
    geometry.setIndex(new BufferAttribute(new Uint32Array(this.#index), 1))
  }
}
