/** How an orb is painted: a lit ball with its sign, glow, ring and marks, each computed for a pixel. Lengths are in radii of the ball. */
import { MARKS } from '../look/orb-data.ts'
import { GLOW } from '../look/orb-look.ts'
import { DATA_GLSL, VIEW_GLSL } from './shader-view.ts'

/** Below this radius, in pixels, an orb is a disc with a short glow. */
const PLAIN = 5.4

export const ORB_VERTEX = /* glsl */ `
${VIEW_GLSL}
${DATA_GLSL}
in float orb;
#ifndef POINTS
in vec3 position;
#endif
flat out vec4 vColour;
flat out vec4 vShape;
flat out vec4 vMore;
flat out float vExtent;
flat out float vLod;
out vec2 vAt;

/** A glow ends where it cannot be seen any more. */
float glowEnd(float halo, float reach) {
  float strength = halo * mix(${GLOW.light}, ${GLOW.dark}, uDark);
  return strength < 0.006 ? 1.0 : 0.9 + reach * (1.0 - pow(0.005 / strength, 0.3333));
}

float extentOf(int marks, float ring, float halo, float radius) {
  if (radius < ${PLAIN} * uPixel) {
    float plain = (marks & ${MARKS.selected}) != 0 ? 1.9 : 1.0;
    return max(plain, glowEnd(halo, 1.0)) + 0.8 / radius;
  }
  float extent = max(1.0, glowEnd(halo, 1.4));
  if (ring >= 1.0) extent = max(extent, 1.33);
  if ((marks & ${MARKS.hovered}) != 0) extent = max(extent, 1.6);
  if ((marks & ${MARKS.working}) != 0) extent = max(extent, 1.7);
  if ((marks & ${MARKS.selected}) != 0) extent = max(extent, 1.9);
  if ((marks & ${MARKS.stuck}) != 0) extent = max(extent, 2.0);
  return extent + 1.0 / radius;
}

void main() {
  int index = int(orb + 0.5);
  vec4 place = texel(index, 0);
  vec4 shape = texel(index, 3);
  float least = texel(index, 4).w * uPixel;
  float depth = depthOf(place.xyz);
  float radius = max(uFocal * place.w / max(depth, 0.1), place.w > 0.001 ? least : 0.0);
  int marks = int(shape.z + 0.5);
  vColour = texel(index, 2);
  vShape = shape;
  bool isLoud = (marks & ${MARKS.stuck}) != 0 || int(shape.y) == 3;
  vMore = vec4(radius, fogAt(depth) * (isLoud ? 0.25 : 1.0), fract(float(index) * 0.618) * 6.2832, clamp((radius / uPixel - 5.0) / 4.0, 0.0, 1.0));
  vLod = clamp(log2(52.0 / radius), 0.0, 4.0);
  vExtent = extentOf(marks, shape.y, shape.w, radius);
  vec4 clip = uViewProjection * vec4(place.xyz, 1.0);
  if (depth < 0.5 || radius < 0.05 || vColour.a < 0.004) clip = vec4(2.0, 2.0, 2.0, 1.0);
#ifdef POINTS
  gl_PointSize = 2.0 * vExtent * radius;
  vAt = vec2(0.0);
#else
  vAt = position.xy * vExtent;
  clip.xy += position.xy * vExtent * radius * 2.0 / uSize * clip.w;
#endif
  gl_Position = clip;
}
`

export const ORB_FRAGMENT = /* glsl */ `
${VIEW_GLSL}
uniform sampler2D uSigns;
uniform vec3 uAccent;
uniform vec3 uInk;
uniform vec3 uRings[3];
uniform vec3 uStuck;
uniform vec3 uWorking;
flat in vec4 vColour;
flat in vec4 vShape;
flat in vec4 vMore;
flat in float vExtent;
flat in float vLod;
in vec2 vAt;
out vec4 outColour;

const float TURN = 6.2831853;

void over(inout vec4 below, vec3 colour, float alpha) {
  below = vec4(colour * alpha, alpha) + below * (1.0 - alpha);
}

/** 1 within half of the width of a line at distance 0. */
float line(float distance, float half_, float soft) {
  return 1.0 - smoothstep(half_ - soft, half_ + soft, abs(distance));
}

vec3 lit(vec3 colour, vec2 at, float distance) {
  float z = sqrt(max(0.0, 1.0 - distance * distance));
  vec3 normal = vec3(at, z);
  float lamp = clamp((dot(normal, vec3(-0.42, 0.70, 0.58)) + 0.45) / 1.45, 0.0, 1.0);
  float rim = (1.0 - z) * (1.0 - z) * (1.0 - z);
  vec3 light = colour * mix(0.76, 1.05, lamp) * (1.0 - 0.2 * rim) + 0.13 * lamp * lamp * lamp;
  vec3 dark = colour * mix(0.5, 1.04, lamp) + 0.28 * colour * rim;
  // To the power of 22, by multiplying: pow is slow without a graphics card.
  float shine = max(0.0, dot(normal, vec3(-0.2363, 0.3938, 0.8889)));
  float shine2 = shine * shine;
  float shine4 = shine2 * shine2;
  float shine16 = shine4 * shine4 * shine4 * shine4;
  float gloss = shine16 * shine4 * shine2 * 0.15;
  return mix(light, dark, uDark) + gloss;
}

vec4 glow(float distance, float strength, float reach) {
  float fall = clamp(1.0 - (distance - 0.9) / reach, 0.0, 1.0);
  float alpha = strength * mix(${GLOW.light}, ${GLOW.dark}, uDark) * fall * fall * fall;
  return vec4(vColour.rgb * alpha, alpha * mix(1.0, 0.55, uDark));
}

void paintRing(inout vec4 pixel, vec2 at, float distance, float soft) {
  int kind = int(vShape.y);
  float shown = fract(vShape.y) / 0.99;
  float angle = atan(at.y, at.x);
  float ring = line(distance - 1.24, kind == 3 ? 0.085 : 0.055, soft);
  if (kind == 2) {
    float turned = mod(angle + vMore.z + uTime * 1.6, TURN);
    ring *= smoothstep(0.0, 0.05, turned) * (1.0 - smoothstep(3.97, 4.02, turned));
  }
  if (kind == 3) ring *= 1.0 - line(mod(angle, TURN / 4.0) - TURN / 8.0, 0.16, soft);
  over(pixel, uRings[kind - 1], ring * shown);
}

void paintBeads(inout vec4 pixel, vec2 at, float soft) {
  for (int i = 0; i < 3; i++) {
    float angle = vMore.z + uTime * 1.4 + float(i) * TURN / 3.0;
    float bead = length(at - 1.55 * vec2(cos(angle), sin(angle)));
    over(pixel, uWorking, 1.0 - smoothstep(0.13 - soft, 0.13 + soft, bead));
  }
}

void paintSign(inout vec4 pixel, vec2 at, int marks) {
  int sign_ = int(vShape.x + 0.5);
  if (sign_ == 0 || vMore.w == 0.0 || max(abs(at.x), abs(at.y)) > 0.78) return;
  vec2 cell = vec2(float(sign_ % 16), float(sign_ / 16));
  vec2 uv = (cell + vec2(0.5) + at * vec2(0.62, -0.62)) / vec2(16.0, 8.0);
  float ink = textureLod(uSigns, uv, vLod).a * vMore.w;
  bool isGhost = (marks & ${MARKS.ghost}) != 0;
  bool isDarkSign = (marks & ${MARKS.darkSign}) != 0;
  vec3 bright = mix(vec3(1.0), vColour.rgb * 0.62, step(0.72, min(vColour.r, min(vColour.g, vColour.b))));
  vec3 dim = mix(vColour.rgb * 0.18, vColour.rgb * 1.9 + 0.2, 1.0 - step(0.36, max(vColour.r, max(vColour.g, vColour.b))));
  vec3 colour = isGhost ? mix(vColour.rgb * 0.7, vColour.rgb, uDark) : isDarkSign ? dim : bright;
  over(pixel, colour, ink * (isGhost ? 0.9 : 0.94));
}

void paintBall(inout vec4 pixel, vec2 at, float distance, float soft, int marks) {
  float inside = 1.0 - smoothstep(1.0 - soft, 1.0 + soft, distance);
  if ((marks & ${MARKS.ghost}) != 0) {
    float dash = fract(atan(at.y, at.x) / TURN * 7.0);
    float edge = inside * smoothstep(0.8 - soft, 0.8 + soft, distance);
    float gap = 0.07 + soft;
    float dashed = edge * smoothstep(0.17 - gap * 0.5, 0.17 + gap * 0.5, dash) * (1.0 - smoothstep(0.83 - gap * 0.5, 0.83 + gap * 0.5, dash));
    over(pixel, vColour.rgb, inside * 0.14);
    over(pixel, vColour.rgb, dashed);
  } else {
    over(pixel, lit(vColour.rgb, at, min(distance, 1.0)), inside);
  }
}

void main() {
#ifdef POINTS
  vec2 at = (gl_PointCoord * 2.0 - 1.0) * vec2(1.0, -1.0) * vExtent;
#else
  vec2 at = vAt;
#endif
  float radius = vMore.x;
  float distance = length(at);
  float soft = 0.75 / radius;
  int marks = int(vShape.z + 0.5);
  vec4 pixel;
  if (radius < ${PLAIN} * uPixel) {
    if (distance > vExtent) discard;
    pixel = glow(distance, vShape.w, 1.0);
    float inside = 1.0 - smoothstep(1.0 - soft, 1.0 + soft, distance);
    bool isGhost = (marks & ${MARKS.ghost}) != 0;
    float hollow = isGhost ? 0.25 + 0.75 * smoothstep(0.45, 0.65, distance) : 1.0;
    float lamp = 1.0 + (at.y - at.x) * mix(0.10, 0.16, uDark);
    over(pixel, vColour.rgb * lamp, inside * hollow);
    if ((marks & ${MARKS.selected}) != 0) over(pixel, uAccent, line(distance - 1.7, 0.16, soft));
  } else {
    if (distance > vExtent && (marks & ${MARKS.stuck}) == 0) discard;
    pixel = distance < 2.3 && vShape.w > 0.02 ? glow(distance, vShape.w, 1.4) : vec4(0.0);
    if (distance < 1.1) {
      paintBall(pixel, at, distance, soft, marks);
      paintSign(pixel, at, marks);
    } else {
      if (vShape.y >= 1.0 && distance < 1.45) paintRing(pixel, at, distance, soft);
      if ((marks & ${MARKS.stuck}) != 0) over(pixel, uStuck, line(abs(at.x) + abs(at.y) - 1.92, 0.075, soft));
      if ((marks & ${MARKS.working}) != 0) paintBeads(pixel, at, soft);
      if ((marks & ${MARKS.selected}) != 0) over(pixel, uAccent, line(distance - 1.79, 0.07, soft));
      else if ((marks & ${MARKS.hovered}) != 0) over(pixel, uInk, 0.55 * line(distance - 1.5, 0.035, soft));
    }
  }
  pixel.rgb = mix(pixel.rgb, uGround * pixel.a, vMore.y);
  outColour = pixel * vColour.a;
}
`
