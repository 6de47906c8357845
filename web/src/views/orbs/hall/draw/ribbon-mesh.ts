/** Lines of a width on the screen, in one draw call. */
import { BufferAttribute, BufferGeometry } from 'three'
import type { Point } from '../layout/hall-layout.ts'
import type { Colour } from '../look/palette.ts'
import { shaderMaterial, shaderMesh } from './shader-mesh.ts'
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

export const ribbonMesh = (uniforms: ViewUniforms): ReturnType<typeof shaderMesh> =>
  shaderMesh(
    new BufferGeometry(),
    shaderMaterial(
      { vertexShader: RIBBON_VERTEX, fragmentShader: RIBBON_FRAGMENT, uniforms },
      { depthTest: true },
    ),
  )

/** Width in units of the hall, and the least and most pixels. */
export interface Stroke {
  readonly width: number
  readonly least: number
  readonly most: number
  readonly colour: Colour
  readonly alpha: number
}

/** Bands along lines, which face the viewer. */
export class Ribbons {
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
