/** The hall, drawn with three: floor, lines, shadows, links, orbs and labels, one draw call each. */
import { Camera, DataTexture, FloatType, type Mesh, RGBAFormat, Scene, WebGLRenderer } from 'three'
import type { Screen, View } from '../camera/view.ts'
import type { HallLayout } from '../layout/hall-layout.ts'
import type { Bow } from '../look/dependency-bows.ts'
import { NUMBERS } from '../look/orb-data.ts'
import type { Palette } from '../look/palette.ts'
import { buildFloor, floorMesh } from './floor-mesh.ts'
import { buildBows, buildLines } from './hall-lines.ts'
import { LabelMesh, type DrawnLabel } from './label-mesh.ts'
import type { LabelTiles } from './label-tiles.ts'
import { linkMesh } from './link-mesh.ts'
import { OrbMesh } from './orb-mesh.ts'
import { ribbonMesh } from './ribbon-mesh.ts'
import { freeMesh } from './shader-mesh.ts'
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
  readonly #floor = floorMesh(this.#view)
  readonly #lines = ribbonMesh(this.#view)
  readonly #bows = ribbonMesh(this.#view)
  #orbs: Orbs | null = null
  #ratio = 1
  /** Is passed when the last frame has been drawn. */
  #drawn: WebGLSync | null = null

  constructor(context: WebGL2RenderingContext, tiles: LabelTiles) {
    this.#tiles = tiles
    this.#renderer = new WebGLRenderer({ canvas: context.canvas, context })
    this.#renderer.setClearColor(0x000000, 0)
    // Asking for errors waits for every shader; the pictures of the tests would show one.
    this.#renderer.debug.checkShaderErrors = false
    this.#scene.matrixWorldAutoUpdate = false
    for (const [i, mesh] of this.#built().entries()) mesh.renderOrder = i
    this.#scene.add(...this.#built())
  }

  resize({ width, height }: Screen, ratio: number): void {
    this.#ratio = ratio
    this.#renderer.setPixelRatio(ratio)
    this.#renderer.setSize(width, height, false)
  }

  setTheme(palette: Palette, isDark: boolean): void {
    setTheme(this.#view, palette, isDark)
  }

  build(layout: HallLayout, palette: Palette): void {
    buildFloor(this.#floor, layout, palette)
    buildLines(this.#lines, layout, palette)
  }

  setBows(bows: readonly Bow[], palette: Palette): void {
    this.#bows.visible = bows.length > 0
    if (bows.length > 0) buildBows(this.#bows, bows, palette)
  }

  /** What stands, in the order in which it is drawn; the orbs come after it. */
  #built(): readonly ReturnType<typeof floorMesh>[] {
    return [this.#floor, this.#lines, this.#bows]
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
    this.#fence()
  }

  #fence(): void {
    const context = this.#renderer.getContext() as WebGL2RenderingContext
    if (this.#drawn !== null) context.deleteSync(this.#drawn)
    this.#drawn = context.fenceSync(context.SYNC_GPU_COMMANDS_COMPLETE, 0)
  }

  /** Whether the last frame has been drawn to its end. */
  isDrawn(): boolean {
    const context = this.#renderer.getContext() as WebGL2RenderingContext
    if (this.#drawn === null || context.isContextLost()) return true
    return context.getSyncParameter(this.#drawn, context.SYNC_STATUS) === context.SIGNALED
  }

  /** Frees everything, and gives the WebGL context back: a browser has only about 16 of them. */
  dispose(): void {
    this.#orbs?.dispose()
    this.#signs.dispose()
    for (const mesh of this.#built()) freeMesh(mesh)
    this.#renderer.dispose()
    this.#renderer.forceContextLoss()
  }
}

/** After everything that stands. */
const FIRST_ORDER = 3

/** Everything whose size depends on how many orbs there are. */
class Orbs {
  readonly capacity: number
  readonly numbers: Float32Array
  readonly mesh: OrbMesh
  readonly labels: LabelMesh
  count = 0
  readonly #texture: DataTexture
  readonly #links: ReturnType<typeof linkMesh>
  readonly #shadows: ReturnType<typeof shadowMesh>

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
    for (const [i, mesh] of this.meshes().entries()) mesh.renderOrder = FIRST_ORDER + i
  }

  meshes(): readonly [Mesh, Mesh, Mesh, OrbMesh['points'], Mesh] {
    return [this.#shadows, this.#links, this.mesh.quads, this.mesh.points, this.labels.mesh]
  }

  setCount(count: number): void {
    this.count = count
    this.mesh.setCount(count)
    for (const { geometry } of [this.#links, this.#shadows]) geometry.instanceCount = count
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
    freeMesh(this.#links)
    freeMesh(this.#shadows)
  }
}
