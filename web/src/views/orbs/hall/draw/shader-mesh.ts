/** Meshes that are drawn by shaders of our own: over everything behind them, wherever the camera is. */
import {
  type BufferGeometry,
  CustomBlending,
  GLSL3,
  InstancedBufferAttribute,
  type InstancedBufferGeometry,
  Mesh,
  OneFactor,
  OneMinusSrcAlphaFactor,
  RawShaderMaterial,
  type IUniform,
  type ShaderMaterialParameters,
} from 'three'

export interface Shaders {
  readonly vertexShader: string
  readonly fragmentShader: string
  readonly uniforms: Record<string, IUniform>
}

/** Colours are multiplied by their alpha already. */
export const shaderMaterial = (
  shaders: Shaders,
  more: ShaderMaterialParameters = {},
): RawShaderMaterial =>
  new RawShaderMaterial({
    glslVersion: GLSL3,
    blending: CustomBlending,
    blendSrc: OneFactor,
    blendDst: OneMinusSrcAlphaFactor,
    transparent: true,
    depthWrite: false,
    depthTest: false,
    side: 2,
    ...shaders,
    ...more,
  })

export function shaderMesh<Geometry extends BufferGeometry>(
  geometry: Geometry,
  material: RawShaderMaterial,
): Mesh<Geometry, RawShaderMaterial> {
  const mesh = new Mesh(geometry, material)
  mesh.frustumCulled = false
  return mesh
}

/** One instance for each orb; the shader reads its numbers by its index. */
export function meshOfOrbs(
  count: number,
  geometry: InstancedBufferGeometry,
  material: RawShaderMaterial,
): Mesh<InstancedBufferGeometry, RawShaderMaterial> {
  const indexes = Float32Array.from({ length: count }, (_, i) => i)
  geometry.setAttribute('orb', new InstancedBufferAttribute(indexes, 1))
  geometry.instanceCount = count
  return shaderMesh(geometry, material)
}

export function freeMesh({ geometry, material }: Mesh<BufferGeometry, RawShaderMaterial>): void {
  geometry.dispose()
  material.dispose()
}
