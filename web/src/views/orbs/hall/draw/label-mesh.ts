/** All labels in one draw call: a quad for each, at whole pixels beside its orb. */
import {
  CanvasTexture,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  type InstancedBufferGeometry,
  LinearFilter,
  type Mesh,
  type RawShaderMaterial,
  type DataTexture,
} from 'three'
import { quadGeometry } from './orb-mesh.ts'
import type { LabelTiles, Tile } from './label-tiles.ts'
import { freeMesh, shaderMaterial, shaderMesh } from './shader-mesh.ts'
import { DATA_GLSL, VIEW_GLSL, type ViewUniforms } from './shader-view.ts'

const LABEL_VERTEX = /* glsl */ `
${VIEW_GLSL}
${DATA_GLSL}
in vec3 position;
in vec4 label;
in vec4 tile;
uniform vec2 uTiles;
out vec2 vUv;
flat out float vAlpha;

void main() {
  int index = int(label.x + 0.5);
  vec4 place = texel(index, 0);
  vec4 clip = uViewProjection * vec4(place.xyz, 1.0);
  vec2 centre = (clip.xy / clip.w * 0.5 + 0.5) * uSize;
  vec2 corner = position.xy * 0.5 + 0.5;
  vec2 topLeft = floor(centre + vec2(label.y, -label.z) * uPixel + 0.5);
  vec2 at = topLeft + vec2(corner.x, corner.y - 1.0) * tile.zw;
  vUv = (tile.xy + vec2(corner.x, 1.0 - corner.y) * tile.zw) / uTiles;
  vAlpha = label.w * (1.0 - fogAt(depthOf(place.xyz)) * 0.7);
  gl_Position = vec4(at / uSize * 2.0 - 1.0, 0.0, 1.0);
  if (clip.w < 0.5) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
}
`

const LABEL_FRAGMENT = /* glsl */ `
precision highp float;
uniform sampler2D uText;
in vec2 vUv;
flat in float vAlpha;
out vec4 outColour;
void main() {
  outColour = texture(uText, vUv) * vAlpha;
}
`

export interface DrawnLabel {
  readonly orb: number
  /** From the middle of the orb to the upper left corner, in CSS pixels. */
  readonly dx: number
  readonly dy: number
  readonly alpha: number
  readonly tile: Tile
}

const MOST_LABELS = 400

export class LabelMesh {
  readonly mesh: Mesh<InstancedBufferGeometry, RawShaderMaterial>
  readonly #label = new InstancedBufferAttribute(new Float32Array(MOST_LABELS * 4), 4)
  readonly #tile = new InstancedBufferAttribute(new Float32Array(MOST_LABELS * 4), 4)
  readonly #uniforms: ViewUniforms & { uText: { value: CanvasTexture } }
  readonly #tiles: LabelTiles

  constructor(tiles: LabelTiles, uniforms: ViewUniforms & { uData: { value: DataTexture } }) {
    this.#tiles = tiles
    this.#uniforms = { ...uniforms, uText: { value: textureOf(tiles) }, uTiles: { value: [1, 1] } }
    const geometry = quadGeometry()
    for (const attribute of [this.#label, this.#tile]) attribute.setUsage(DynamicDrawUsage)
    geometry.setAttribute('label', this.#label)
    geometry.setAttribute('tile', this.#tile)
    geometry.instanceCount = 0
    const shaders = { vertexShader: LABEL_VERTEX, fragmentShader: LABEL_FRAGMENT }
    this.mesh = shaderMesh(geometry, shaderMaterial({ ...shaders, uniforms: this.#uniforms }))
  }

  /** `isRedrawn`: tiles were drawn since the last call. */
  show(labels: readonly DrawnLabel[], isRedrawn: boolean): void {
    const shown = labels.slice(0, MOST_LABELS)
    for (const [i, { orb, dx, dy, alpha, tile }] of shown.entries()) {
      this.#label.setXYZW(i, orb, dx, dy, alpha)
      this.#tile.setXYZW(i, tile.x, tile.y, tile.width, tile.height)
    }
    this.#label.needsUpdate = true
    this.#tile.needsUpdate = true
    this.mesh.geometry.instanceCount = shown.length
    this.mesh.visible = shown.length > 0
    if (isRedrawn) this.#redrawn()
  }

  /** A texture cannot change its size, so that a canvas of another size gets a new one. */
  #redrawn(): void {
    const { uText, uTiles } = this.#uniforms
    const { width, height } = this.#tiles.canvas
    const size = uTiles!.value as [number, number]
    if (size[0] !== width) {
      uText.value.dispose()
      uText.value = textureOf(this.#tiles)
      uTiles!.value = [width, height]
    }
    uText.value.needsUpdate = true
  }

  dispose(): void {
    this.#uniforms.uText.value.dispose()
    freeMesh(this.mesh)
  }
}

function textureOf({ canvas }: LabelTiles): CanvasTexture {
  const texture = new CanvasTexture(canvas)
  texture.flipY = false
  texture.premultiplyAlpha = true
  texture.generateMipmaps = false
  texture.minFilter = LinearFilter
  texture.magFilter = LinearFilter
  return texture
}
