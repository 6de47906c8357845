/** The hall, drawn with three: floor, lines, shadows, links, orbs and labels, one draw call each. */
import {
  Camera,
  DataTexture,
  FloatType,
  type Mesh,
  RGBAFormat,
  Scene,
  WebGLRenderer,
  type RawShaderMaterial,
} from 'three'
import type { Orb } from '../../../../../../src/core/workspace/orbs.ts'
import type { Screen, View } from '../camera/view.ts'
import type { HallLayout } from '../layout/hall-layout.ts'
import { dependencyDashes } from '../look/dependency-lines.ts'
import { NUMBERS } from '../look/orb-data.ts'
import type { Palette } from '../look/palette.ts'
import { buildFloor, floorMaterial, floorMesh } from './floor-mesh.ts'
import { LabelMesh, type DrawnLabel } from './label-mesh.ts'
import type { LabelTiles } from './label-tiles.ts'
import { linkMesh } from './link-mesh.ts'
import { OrbMesh } from './orb-mesh.ts'
import { buildRibbons, ribbonMaterial, ribbonMesh } from './ribbon-mesh.ts'
import { ORBS_IN_ROW, setTheme, setView, viewUniforms, type DepthRange } from './shader-view.ts'
import { shadowMesh } from './shadow-mesh.ts'
import { signAtlas } from './sign-atlas.ts'

/** More orbs than this are drawn as points, while they are smaller than this many pixels. */
const POINTS = { orbs: 400, radius: 14 }

/** Shadows of smaller orbs, in pixels, could hardly be seen. */
const SHADOWS = 6

export interface SeenFrom {
  readonly view: View
  readonly screen: Screen
  readonly depths: DepthRange
  /** The radius of a usual orb, in pixels. */
  readonly radius: number
  /** Seconds; it turns what turns. */
  readonly time: number
  /** How much the distance fades colours: 1 as usual, less when a stack is looked at. */
  readonly air: number
}

/** null: the browser has no WebGL for us. */
export const contextOf = (canvas: HTMLCanvasElement): WebGL2RenderingContext | null =>
  canvas.getContext('webgl2', {
    alpha: true,
    antialias: false,
    depth: true,
    stencil: false,
    premultipliedAlpha: true,
    powerPreference: 'low-power',
  })

export class HallScene {
  readonly #renderer: WebGLRenderer
  readonly #scene = new Scene()
  readonly #camera = new Camera()
  readonly #view = viewUniforms()
  readonly #signs = signAtlas()
  readonly #tiles: LabelTiles
  readonly #floor = floorMesh(floorMaterial(this.#view))
  readonly #ribbons = ribbonMesh(ribbonMaterial(this.#view))
  #orbs: Orbs | null = null
  #ratio = 1

  constructor(context: WebGL2RenderingContext, tiles: LabelTiles) {
    this.#tiles = tiles
    this.#renderer = new WebGLRenderer({ canvas: context.canvas, context })
    this.#renderer.setClearColor(0x000000, 0)
    // Asking for errors waits for every shader; the pictures of the tests would show one.
    this.#renderer.debug.checkShaderErrors = false
    this.#scene.matrixWorldAutoUpdate = false
    this.#floor.renderOrder = 0
    this.#ribbons.renderOrder = 1
    this.#scene.add(this.#floor, this.#ribbons)
  }

  resize({ width, height }: Screen, ratio: number): void {
    this.#ratio = ratio
    this.#renderer.setPixelRatio(ratio)
    this.#renderer.setSize(width, height, false)
  }

  setTheme(palette: Palette, isDark: boolean): void {
    setTheme(this.#view, palette, isDark)
  }

  build(layout: HallLayout, orbs: readonly Orb[], palette: Palette): void {
    buildFloor(this.#floor, layout, palette)
    buildRibbons(this.#ribbons, layout, palette, dependencyDashes(orbs, layout.places))
  }

  /** The numbers of all orbs; call `touch` after writing to them. */
  orbs(count: number): Float32Array {
    if (this.#orbs === null || this.#orbs.capacity < count) this.#grow(count)
    this.#orbs!.setCount(count)
    return this.#orbs!.numbers
  }

  #grow(count: number): void {
    const before = this.#orbs
    this.#orbs = new Orbs(count, this.#view, this.#signs, this.#tiles)
    this.#scene.add(...this.#orbs.meshes())
    if (before === null) return
    this.#scene.remove(...before.meshes())
    before.dispose()
  }

  touch(): void {
    this.#orbs?.touch()
  }

  setOrder(order: Uint32Array, last: ReadonlySet<number>): void {
    this.#orbs?.mesh.setOrder(order, last)
  }

  setLabels(labels: readonly DrawnLabel[], isRedrawn: boolean): void {
    this.#orbs?.labels.show(labels, isRedrawn)
  }

  draw({ view, screen, depths, radius, time, air }: SeenFrom): void {
    setView(this.#view, view, { ...screen, ratio: this.#ratio }, depths)
    this.#view.uTime.value = time
    this.#view.uFogMost.value *= air
    const orbs = this.#orbs
    orbs?.showShadows(radius >= SHADOWS)
    orbs?.mesh.use(orbs.count > POINTS.orbs && radius < POINTS.radius ? 'points' : 'quads')
    this.#renderer.render(this.#scene, this.#camera)
  }

  /** Frees everything, and gives the WebGL context back: a browser has only about 16 of them. */
  dispose(): void {
    this.#orbs?.dispose()
    this.#signs.dispose()
    for (const mesh of [this.#floor, this.#ribbons]) free(mesh)
    this.#renderer.dispose()
    this.#renderer.forceContextLoss()
  }
}

function free(mesh: Mesh): void {
  mesh.geometry.dispose()
  ;(mesh.material as RawShaderMaterial).dispose()
}

/** Everything whose size depends on how many orbs there are. */
class Orbs {
  readonly capacity: number
  readonly numbers: Float32Array
  readonly mesh: OrbMesh
  readonly labels: LabelMesh
  count = 0
  readonly #texture: DataTexture
  readonly #links: Mesh
  readonly #shadows: Mesh

  constructor(
    count: number,
    view: ReturnType<typeof viewUniforms>,
    signs: ReturnType<typeof signAtlas>,
    tiles: LabelTiles,
  ) {
    const rows = Math.max(1, Math.ceil((count * 1.1) / ORBS_IN_ROW))
    this.capacity = rows * ORBS_IN_ROW
    this.numbers = new Float32Array(this.capacity * NUMBERS)
    this.#texture = new DataTexture(
      this.numbers,
      (ORBS_IN_ROW * NUMBERS) / 4,
      rows,
      RGBAFormat,
      FloatType,
    )
    const uniforms = { ...view, uData: { value: this.#texture }, uSigns: { value: signs } }
    this.#shadows = shadowMesh(this.capacity, uniforms)
    this.#links = linkMesh(this.capacity, uniforms)
    this.mesh = new OrbMesh(this.capacity, uniforms)
    this.labels = new LabelMesh(tiles, uniforms)
    for (const [i, mesh] of this.meshes().entries()) mesh.renderOrder = 2 + i
  }

  meshes(): readonly [Mesh, Mesh, Mesh, OrbMesh['points'], Mesh] {
    return [this.#shadows, this.#links, this.mesh.quads, this.mesh.points, this.labels.mesh]
  }

  setCount(count: number): void {
    this.count = count
    this.mesh.setCount(count)
    for (const mesh of [this.#links, this.#shadows])
      (mesh.geometry as { instanceCount?: number }).instanceCount = count
  }

  showShadows(isShown: boolean): void {
    this.#shadows.visible = isShown
  }

  touch(): void {
    this.#texture.needsUpdate = true
  }

  dispose(): void {
    this.#texture.dispose()
    this.mesh.dispose()
    this.labels.dispose()
    free(this.#links)
    free(this.#shadows)
  }
}
