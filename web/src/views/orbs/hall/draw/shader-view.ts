/** What all shaders of the hall share: the view, the theme, and reading the numbers of an orb. */
import { Color, Matrix4, Vector2, Vector3, type IUniform } from 'three'
import type { Palette } from '../look/palette.ts'
import { NEAREST, type Screen, type View } from '../camera/view.ts'

export const VIEW_GLSL = /* glsl */ `
precision highp float;
precision highp int;
uniform mat4 uViewProjection;
uniform vec3 uEye;
uniform vec3 uBack;
uniform vec2 uSize;
uniform float uFocal;
uniform float uPixel;
uniform vec2 uFogRange;
uniform float uFogMost;
uniform vec3 uGround;
uniform float uDark;
uniform float uTime;

float depthOf(vec3 at) { return dot(uEye - at, uBack); }
float fogAt(float depth) { return uFogMost * clamp((depth - uFogRange.x) / (uFogRange.y - uFogRange.x), 0.0, 1.0); }
`

/** Six texels for each orb. */
export const ORBS_IN_ROW = 170
export const DATA_GLSL = /* glsl */ `
uniform highp sampler2D uData;
vec4 texel(int orb, int part) {
  return texelFetch(uData, ivec2((orb % ${ORBS_IN_ROW}) * 6 + part, orb / ${ORBS_IN_ROW}), 0);
}
`

/** The same objects in all materials, so that each is set once for a frame. */
export interface ViewUniforms {
  readonly [name: string]: IUniform
  readonly uViewProjection: IUniform<Matrix4>
  readonly uEye: IUniform<Vector3>
  readonly uBack: IUniform<Vector3>
  readonly uSize: IUniform<Vector2>
  readonly uFocal: IUniform<number>
  readonly uPixel: IUniform<number>
  readonly uFogRange: IUniform<Vector2>
  readonly uFogMost: IUniform<number>
  readonly uGround: IUniform<Color>
  readonly uDark: IUniform<number>
  readonly uTime: IUniform<number>
  readonly uAccent: IUniform<Vector3>
  readonly uInk: IUniform<Vector3>
  readonly uRings: IUniform<Vector3[]>
  /** Diamonds and beads keep these, whatever the ball is coloured by. */
  readonly uStuck: IUniform<Vector3>
  readonly uWorking: IUniform<Vector3>
}

export const viewUniforms = (): ViewUniforms => ({
  uViewProjection: { value: new Matrix4() },
  uEye: { value: new Vector3() },
  uBack: { value: new Vector3() },
  uSize: { value: new Vector2() },
  uFocal: { value: 1 },
  uPixel: { value: 1 },
  uFogRange: { value: new Vector2(0, 1) },
  uFogMost: { value: 0 },
  uGround: { value: new Color() },
  uDark: { value: 0 },
  uTime: { value: 0 },
  uAccent: { value: new Vector3() },
  uInk: { value: new Vector3() },
  uRings: { value: [new Vector3(), new Vector3(), new Vector3()] },
  uStuck: { value: new Vector3() },
  uWorking: { value: new Vector3() },
})

export function setTheme(uniforms: ViewUniforms, palette: Palette, isDark: boolean): void {
  const { uGround, uDark, uAccent, uInk, uRings } = uniforms
  uGround.value.r = palette.ground[0]
  uGround.value.g = palette.ground[1]
  uGround.value.b = palette.ground[2]
  uDark.value = isDark ? 1 : 0
  uAccent.value.set(...palette.accent)
  uInk.value.set(...palette.ink)
  uniforms.uStuck.value.set(...palette.states.stuck)
  uniforms.uWorking.value.set(...palette.states.working)
  for (const [i, colour] of Object.values(palette.rings).entries()) uRings.value[i]!.set(...colour)
}

/** How far the nearest and the furthest orb are. */
export interface DepthRange {
  readonly near: number
  readonly far: number
}

export function setView(
  uniforms: ViewUniforms,
  view: View,
  screen: Screen & { readonly ratio: number },
  { near, far }: DepthRange,
): void {
  const { eye, back } = view
  uniforms.uEye.value.set(eye.x, eye.y, eye.z)
  uniforms.uBack.value.set(back.x, back.y, back.z)
  uniforms.uSize.value.set(
    Math.round(screen.width * screen.ratio),
    Math.round(screen.height * screen.ratio),
  )
  uniforms.uFocal.value = view.focal * screen.ratio
  uniforms.uPixel.value = screen.ratio
  // A flat hall has little air between its front and its back.
  uniforms.uFogMost.value =
    (uniforms.uDark.value === 1 ? 0.42 : 0.3) * Math.min(1, 0.3 + (far - near) / near)
  uniforms.uFogRange.value.set(near + (far - near) * 0.25, Math.max(far, near + 1))
  writeViewProjection(uniforms.uViewProjection.value, view, screen, { near, far })
}

/** Agrees with `project` of camera/view.ts. */
function writeViewProjection(
  matrix: Matrix4,
  view: View,
  { width, height }: Screen,
  { near, far }: DepthRange,
): void {
  const { eye, right, up, back, focal, centreX, centreY } = view
  const front = Math.max(NEAREST, near * 0.5)
  const end = far * 1.5 + 10
  const [sx, sy] = [(2 * focal) / width, (2 * focal) / height]
  const [ox, oy] = [(2 * centreX) / width - 1, 1 - (2 * centreY) / height]
  const [p, q] = [(end + front) / (end - front), (-2 * end * front) / (end - front)]
  const dot = (axis: typeof eye): number => axis.x * eye.x + axis.y * eye.y + axis.z * eye.z
  const deep = dot(back)
  const row = (
    axis: typeof eye,
    scale: number,
    offset: number,
  ): [number, number, number, number] => [
    axis.x * scale - back.x * offset,
    axis.y * scale - back.y * offset,
    axis.z * scale - back.z * offset,
    -dot(axis) * scale + deep * offset,
  ]
  const depth = [-back.x, -back.y, -back.z, deep] as const
  matrix.set(
    ...row(right, sx, ox),
    ...row(up, sy, oy),
    depth[0] * p,
    depth[1] * p,
    depth[2] * p,
    depth[3] * p + q,
    ...depth,
  )
}
