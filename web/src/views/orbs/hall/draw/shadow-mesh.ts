/** The shadows that orbs cast on the floor below them; in the dark, also a pool of their light. */
import type { DataTexture } from 'three'
import { quadGeometry } from './orb-mesh.ts'
import { meshOfOrbs, shaderMaterial } from './shader-mesh.ts'
import { DATA_GLSL, VIEW_GLSL, type ViewUniforms } from './shader-view.ts'

const SHADOW_VERTEX = /* glsl */ `
${VIEW_GLSL}
${DATA_GLSL}
in vec3 position;
in float orb;
out vec2 vAt;
flat out vec4 vTint;

void main() {
  int index = int(orb + 0.5);
  vec4 place = texel(index, 0);
  vec4 colour = texel(index, 2);
  float halo = texel(index, 3).w;
  float floor_ = texel(index, 1).w;
  float height = max(0.0, place.y - floor_);
  float radius = place.w * (1.45 + 0.28 * height);
  vec3 at = vec3(place.x, floor_ + 0.02, place.z) + vec3(position.x, 0.0, position.y) * radius;
  float strength = mix(0.20, 0.45, uDark) / (1.0 + 0.5 * height) * colour.a;
  vTint = vec4(colour.rgb * 0.20 * uDark * min(1.0, halo) * colour.a / (1.0 + 0.35 * height), strength);
  vAt = position.xy;
  float depth = depthOf(at);
  bool isTiny = uFocal * radius / max(depth, 0.1) < 1.2 * uPixel || strength < 0.015;
  gl_Position = isTiny || depth < 0.5 ? vec4(2.0, 2.0, 2.0, 1.0) : uViewProjection * vec4(at, 1.0);
}
`

const SHADOW_FRAGMENT = /* glsl */ `
${VIEW_GLSL}
in vec2 vAt;
flat in vec4 vTint;
out vec4 outColour;

void main() {
  float fall = max(0.0, 1.0 - dot(vAt, vAt));
  fall *= fall;
  vec3 shade = mix(vec3(0.22, 0.26, 0.34), vec3(0.0), uDark);
  outColour = vec4(shade * vTint.a * fall + vTint.rgb * fall, vTint.a * fall);
}
`

export const shadowMesh = (
  count: number,
  uniforms: ViewUniforms & { uData: { value: DataTexture } },
): ReturnType<typeof meshOfOrbs> =>
  meshOfOrbs(
    count,
    quadGeometry(),
    shaderMaterial(
      { vertexShader: SHADOW_VERTEX, fragmentShader: SHADOW_FRAGMENT, uniforms },
      { depthTest: true },
    ),
  )
