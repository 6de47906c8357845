/** All links from orbs to what they stand on, in one draw call: the curve of each is computed from the numbers of its orb. */
import { BufferAttribute, InstancedBufferGeometry, type DataTexture } from 'three'
import { STEP_UP } from '../layout/hall-sizes.ts'
import { LINK_KINDS } from '../look/orb-data.ts'
import { meshOfOrbs, shaderMaterial } from './shader-mesh.ts'
import { DATA_GLSL, VIEW_GLSL, type ViewUniforms } from './shader-view.ts'

const LINK_VERTEX = /* glsl */ `
${VIEW_GLSL}
${DATA_GLSL}
in vec3 position;
in float orb;
out float vSide;
out float vAlong;
flat out float vHalf;
flat out float vLength;
flat out vec4 vColour;
flat out int vKind;
flat out float vFog;

vec3 curve(vec3 a, vec3 b, vec3 c, vec3 d, float t) {
  float s = 1.0 - t;
  return a * s * s * s + b * 3.0 * s * s * t + c * 3.0 * s * t * t + d * t * t * t;
}
vec3 slope(vec3 a, vec3 b, vec3 c, vec3 d, float t) {
  float s = 1.0 - t;
  return (b - a) * s * s + (c - b) * 2.0 * s * t + (d - c) * t * t;
}

void main() {
  int index = int(orb + 0.5);
  vec4 place = texel(index, 0);
  vec3 base = texel(index, 1).xyz;
  vec4 link = texel(index, 4);
  vColour = texel(index, 5);
  vKind = int(link.z + 0.5);
  bool isRoot = (vKind & ${LINK_KINDS.root}) != 0;
  bool isArrow = position.z > 0.5;
  vec3 below = place.xyz - vec3(0.0, ${(STEP_UP / 2).toFixed(3)}, 0.0);
  vec3 bend = base + vec3(0.0, ${(STEP_UP / 2).toFixed(3)}, 0.0);
  if (isRoot) {
    vec2 corner = place.xz * length(base.xz) / max(length(place.xz), 0.001);
    bend = vec3(corner.x, base.y, corner.y);
  }
  float t = mix(link.x, link.y, isArrow ? 1.0 : position.x);
  vec3 at = curve(place.xyz, below, bend, base, t);
  vec3 along = slope(place.xyz, below, bend, base, t);
  float depth = depthOf(at);
  vec4 clip = uViewProjection * vec4(at, 1.0);
  vec4 ahead = uViewProjection * vec4(at + normalize(along + vec3(0.0, 0.00001, 0.0)) * 0.05, 1.0);
  vec2 way = (ahead.xy / ahead.w - clip.xy / clip.w) * uSize;
  way = length(way) > 0.00001 ? normalize(way) : vec2(0.0, -1.0);
  vec2 aside = vec2(-way.y, way.x);
  float unit = uFocal / max(depth, 0.1);
  vHalf = clamp(0.05 * unit, 0.7 * uPixel, 2.4 * uPixel) * 0.5 + (isArrow ? 100.0 : 0.0);
  vLength = distance(place.xyz, base);
  vAlong = isArrow ? 1.0 : position.x;
  vFog = fogAt(depth);
  vec2 offset;
  if (isArrow) {
    float size = clamp(0.26 * unit, 4.0 * uPixel, 12.0 * uPixel);
    offset = position.x > 0.5 ? vec2(0.0) : -way * size + aside * position.y * size * 0.42;
    vSide = 0.0;
    if (isRoot || unit < 9.0 * uPixel) clip = vec4(2.0, 2.0, 2.0, 1.0);
  } else {
    vSide = position.y * (vHalf + 1.0);
    offset = aside * vSide;
  }
  if (depth < 0.5 || vColour.a < 0.004 || place.w < 0.001) clip = vec4(2.0, 2.0, 2.0, 1.0);
  clip.xy += offset * 2.0 / uSize * clip.w;
  gl_Position = clip;
}
`

const LINK_FRAGMENT = /* glsl */ `
${VIEW_GLSL}
uniform vec3 uRings[3];
in float vSide;
in float vAlong;
flat in float vHalf;
flat in float vLength;
flat in vec4 vColour;
flat in int vKind;
flat in float vFog;
out vec4 outColour;

void main() {
  float alpha = (1.0 - smoothstep(vHalf - 0.5, vHalf + 0.5, abs(vSide))) * vColour.a;
  if ((vKind & ${LINK_KINDS.dashed}) != 0) alpha *= smoothstep(0.42, 0.5, abs(fract(vAlong * vLength / 0.42) - 0.5) * 2.0);
  vec3 colour = vColour.rgb;
  if ((vKind & ${LINK_KINDS.passing}) != 0) {
    float pulse = fract(0.78 + uTime * 0.22);
    float away = abs(vAlong - pulse);
    colour = mix(colour, uRings[0], 0.85 * (1.0 - smoothstep(0.0, 0.24, away)));
  }
  alpha *= 0.95 - vFog * 0.8;
  outColour = vec4(colour * alpha, alpha);
}
`

export const linkMesh = (
  count: number,
  uniforms: ViewUniforms & { uData: { value: DataTexture } },
): ReturnType<typeof meshOfOrbs> =>
  meshOfOrbs(
    count,
    linkGeometry(segmentsFor(count), count <= 800),
    shaderMaterial({ vertexShader: LINK_VERTEX, fragmentShader: LINK_FRAGMENT, uniforms }),
  )

/** Short links need few pieces to look round. */
const segmentsFor = (count: number): number => (count <= 800 ? 16 : count <= 3000 ? 4 : 2)

/** x runs along the curve, y is the side, z tells the arrowhead from the line. */
function linkGeometry(segments: number, hasArrows: boolean): InstancedBufferGeometry {
  const positions: number[] = []
  const index: number[] = []
  for (let i = 0; i <= segments; i++) positions.push(i / segments, -1, 0, i / segments, 1, 0)
  for (let i = 0; i < segments; i++) {
    const at = i * 2
    index.push(at, at + 1, at + 2, at + 2, at + 1, at + 3)
  }
  if (hasArrows) {
    const at = positions.length / 3
    positions.push(1, 0, 1, 0, -1, 1, 0, 1, 1)
    index.push(at, at + 1, at + 2)
  }
  const geometry = new InstancedBufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(positions), 3))
  geometry.setIndex(index)
  return geometry
}
