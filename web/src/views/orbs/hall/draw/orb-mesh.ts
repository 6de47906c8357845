/** All orbs in one draw call: as points while they are many and small, else as quads, which have no largest size. */
import {
  BufferAttribute,
  BufferGeometry,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  type Mesh,
  Points,
  type RawShaderMaterial,
  type DataTexture,
  type Texture,
} from 'three'
import { ORB_FRAGMENT, ORB_VERTEX } from './orb-shader.ts'
import { shaderMaterial, shaderMesh } from './shader-mesh.ts'
import type { ViewUniforms } from './shader-view.ts'

const QUAD = new Float32Array([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0])
const QUAD_INDEX = [0, 1, 2, 0, 2, 3]

type Kind = 'points' | 'quads'

export class OrbMesh {
  readonly points: Points
  readonly quads: Mesh
  readonly #orders: Readonly<Record<Kind, BufferAttribute>>
  #order = new Float32Array(0)
  #kind: Kind = 'quads'

  constructor(
    count: number,
    uniforms: ViewUniforms & { uData: { value: DataTexture }; uSigns: { value: Texture } },
  ) {
    const points = new BufferAttribute(new Float32Array(count), 1)
    const quads = new InstancedBufferAttribute(new Float32Array(count), 1)
    this.#orders = { points, quads }
    this.points = new Points(pointsOf(points, count), orbMaterial(uniforms, { POINTS: '' }))
    this.points.frustumCulled = false
    this.quads = shaderMesh(quadsOf(quads, count), orbMaterial(uniforms, {}))
  }

  use(kind: Kind): void {
    this.points.visible = kind === 'points'
    this.quads.visible = kind === 'quads'
    if (kind !== this.#kind) this.#writeOrder(kind)
  }

  setCount(count: number): void {
    this.points.geometry.setDrawRange(0, count)
    ;(this.quads.geometry as InstancedBufferGeometry).instanceCount = count
  }

  /** From the back to the front; `last` comes at the end, above all others. */
  setOrder(order: Uint32Array, last: ReadonlySet<number>): void {
    this.#order = last.size === 0 ? Float32Array.from(order) : withLast(order, last)
    this.#writeOrder(this.#kind)
  }

  #writeOrder(kind: Kind): void {
    this.#kind = kind
    const attribute = this.#orders[kind]
    ;(attribute.array as Float32Array).set(this.#order)
    attribute.needsUpdate = true
  }

  dispose(): void {
    for (const mesh of [this.points, this.quads]) {
      mesh.geometry.dispose()
      ;(mesh.material as RawShaderMaterial).dispose()
    }
  }
}

function withLast(order: Uint32Array, last: ReadonlySet<number>): Float32Array<ArrayBuffer> {
  const rest = order.filter((orb) => !last.has(orb))
  const into = new Float32Array(order.length)
  into.set(rest)
  into.set(
    order.filter((orb) => last.has(orb)),
    rest.length,
  )
  return into
}

function pointsOf(order: BufferAttribute, count: number): BufferGeometry {
  const geometry = new BufferGeometry()
  geometry.setAttribute('orb', order)
  geometry.setDrawRange(0, count)
  return geometry
}

function quadsOf(order: InstancedBufferAttribute, count: number): BufferGeometry {
  const geometry = quadGeometry()
  geometry.setAttribute('orb', order)
  geometry.instanceCount = count
  return geometry
}

export function quadGeometry(): InstancedBufferGeometry {
  const geometry = new InstancedBufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(QUAD, 3))
  geometry.setIndex(QUAD_INDEX)
  return geometry
}

const orbMaterial = (uniforms: ViewUniforms, defines: Record<string, string>): RawShaderMaterial =>
  shaderMaterial({ vertexShader: ORB_VERTEX, fragmentShader: ORB_FRAGMENT, uniforms }, { defines })
