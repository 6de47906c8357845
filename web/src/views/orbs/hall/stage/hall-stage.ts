/** The hall in 3D while it is open: keeps the camera, moves what has to move, places labels, and hears gestures. */
import { cameraForAll, cameraForStack } from '../camera/hall-camera.ts'
import { glide, pan, turn, zoomAt } from '../camera/move-camera.ts'
import { project, viewOf, type Camera, type Screen } from '../camera/view.ts'
import { DrawOrder } from '../draw-order.ts'
import type { HallScene } from '../draw/hall-scene.ts'
import type { LabelTiles } from '../draw/label-tiles.ts'
import type { DrawnLabel } from '../draw/label-mesh.ts'
import type { HallContent, HallHandle } from '../hall-props.ts'
import { chooseLabels, type ChosenLabel } from '../labels/choose-labels.ts'
import type { Box } from '../labels/place-labels.ts'
import { attentionFor, styleFor } from '../look/attention.ts'
import { easeOut, MOTION, smoothstep } from '../look/motion.ts'
import { PALETTES, type Theme } from '../look/palette.ts'
import { NUMBERS } from '../look/orb-data.ts'
import { FrameLoop } from './frame-loop.ts'
import { listenToGestures } from './gestures.ts'
import { buildHall, keepHall, type KeptHall } from './kept-hall.ts'
import { OrbNumbers, setMark, type Change } from './orb-numbers.ts'
import { placeNames, type NamePlace } from './section-names.ts'
import { SeenOrbs } from './seen-orbs.ts'

export interface StageParts {
  readonly element: HTMLElement
  readonly scene: HallScene
  readonly tiles: LabelTiles
  /** Told where names of repositories stand, after each frame that moved them. */
  readonly onNames: (names: readonly NamePlace[]) => void
}

export interface StageSurroundings {
  readonly width: number
  readonly height: number
  /** Pixels of the screen for a CSS pixel. */
  readonly ratio: number
  readonly theme: Theme
  readonly isStill: boolean
}

/** While the camera moves, labels are placed anew this often. */
const LABEL_PAUSE = 140
const MOST_RATIO = 2
/** The order of drawing is good enough until the hall has turned by this many radians. */
const TURNED = 0.01

interface Gliding {
  readonly from: Camera
  readonly to: Camera
  readonly started: number
}

export class HallStage implements HallHandle {
  readonly #parts: StageParts
  readonly #loop: FrameLoop
  readonly #stopListening: () => void
  readonly #numbers = new OrbNumbers()
  readonly #seen = new SeenOrbs()
  #content: HallContent
  #around: StageSurroundings
  #hall: KeptHall
  #drawn: Float32Array
  #order: DrawOrder
  #camera: Camera
  #gliding: Gliding | null = null
  /** Where the camera was before an orb was selected; null once the user has moved it. */
  #cameFrom: Camera | null = null
  #isFitted = true
  #hovered: number | null = null
  #sortedFor: { readonly yaw: number; readonly pitch: number } | null = null
  #labels: readonly ChosenLabel[] = []
  #labelledAt = -Infinity
  #areLabelsOld = true

  constructor(parts: StageParts, content: HallContent, around: StageSurroundings) {
    this.#parts = parts
    this.#content = content
    this.#around = around
    this.#hall = buildHall(content, around)
    this.#drawn = parts.scene.orbs(content.orbs.length)
    this.#order = new DrawOrder(content.orbs.length)
    this.#camera = this.#cameraForAll()
    this.#loop = new FrameLoop((now) => this.#frame(now))
    this.#stopListening = listenToGestures(parts.element, this.#gestures())
    this.surround(around)
    this.#restyle('jump')
    this.#goTo(content.selected, null)
  }

  /** The size of the element, the theme, or the wish for less motion has changed. */
  surround(around: StageSurroundings): void {
    const { scene, tiles } = this.#parts
    const ratio = Math.min(MOST_RATIO, around.ratio)
    const isOtherTheme = around.theme !== this.#around.theme
    this.#around = around
    const palette = PALETTES[around.theme]
    scene.resize(this.#screen(), ratio)
    scene.setTheme(palette, around.theme === 'dark')
    scene.build(this.#hall.layout, palette)
    tiles.reset(palette, ratio)
    if (isOtherTheme) this.#restyle('focus')
    if (this.#isFitted) this.#camera = this.#home()
    this.#areLabelsOld = true
    this.#loop.request()
  }

  show(content: HallContent): void {
    const before = this.#content
    this.#content = content
    const isReseated = content.orbs !== before.orbs || content.sections !== before.sections
    if (isReseated) this.#reseat(keepHall(this.#hall, content))
    const isFramed = sameInsets(before, content)
    if (!isReseated) this.#restyle(content.phases === before.phases ? 'focus' : 'phases')
    if (content.selected !== before.selected) this.#goTo(content.selected, before.selected)
    else if (!isFramed && this.#isFitted) this.#glideTo(this.#home())
    this.#areLabelsOld = true
    this.#loop.request()
  }

  #reseat(hall: KeptHall): void {
    const isBuilt = hall.built !== this.#hall.built
    this.#hall = hall
    this.#hovered = null
    const seen = this.#drawn.slice(0, this.#numbers.count * NUMBERS)
    this.#drawn = this.#parts.scene.orbs(this.#content.orbs.length)
    this.#parts.scene.build(hall.layout, PALETTES[this.#around.theme])
    this.#order = new DrawOrder(this.#content.orbs.length)
    this.#sortedFor = null
    this.#labels = []
    this.#restyle('move', seen)
    if (this.#isFitted || isBuilt) this.fit()
  }

  #restyle(how: Change, seen: Float32Array = this.#drawn): void {
    const { orbs } = this.#content
    const { layout } = this.#hall
    const styleOf = styleFor(this.#content, layout, this.#around.theme)
    this.#numbers.change({ orbs, layout, styleOf }, seen, how, performance.now())
    this.#sortedFor = null
  }

  fit(): void {
    this.#isFitted = true
    this.#cameFrom = null
    this.#glideTo(this.#cameraForAll())
  }

  tidy(): void {
    this.#reseat(buildHall(this.#content, this.#around, this.#hall))
  }

  zoom(by: number): void {
    const { centreX, centreY } = viewOf(this.#camera, this.#screen())
    this.#zoomAt(1 / by, centreX, centreY)
  }

  /** The context of WebGL is back. */
  restored(): void {
    this.#parts.scene.touch()
    this.#sortedFor = null
    this.#areLabelsOld = true
    this.#parts.tiles.reset(PALETTES[this.#around.theme], Math.min(MOST_RATIO, this.#around.ratio))
    this.#loop.request()
  }

  dispose(): void {
    this.#stopListening()
    this.#loop.dispose()
    this.#parts.scene.dispose()
  }

  #gestures(): Parameters<typeof listenToGestures>[1] {
    const moved = (camera: Camera): void => {
      this.#gliding = null
      this.#cameFrom = null
      this.#isFitted = false
      this.#camera = camera
      this.#loop.request()
    }
    return {
      drag: (dx, dy) => moved(turn(this.#camera, dx, dy)),
      pan: (dx, dy) => moved(pan(this.#camera, this.#screen(), dx, dy)),
      zoom: (by, x, y) => this.#zoomAt(by, x, y),
      click: (x, y, isTouch) => this.#content.onSelect(this.#orbAt(x, y, isTouch ? 14 : 5)),
      doubleClick: (x, y) => {
        const orb = this.#orbAt(x, y, 5)
        if (orb !== null) this.#content.onOpen(orb)
      },
      hover: (at) => this.#hover(at === null ? null : this.#seen.pick(at.x, at.y, 4)),
    }
  }

  #zoomAt(by: number, x: number, y: number): void {
    const depth = this.#seen.depthNear(x, y) ?? this.#camera.distance
    const most = this.#cameraForAll().distance * 1.6
    this.#gliding = null
    this.#cameFrom = null
    this.#isFitted = false
    this.#camera = zoomAt(this.#camera, { x, y, depth }, this.#screen(), { by, least: 3, most })
    this.#loop.request()
  }

  #orbAt(x: number, y: number, reach: number): string | null {
    const orb = this.#seen.pick(x, y, reach)
    return orb === null ? null : this.#content.orbs[orb]!.id
  }

  #hover(orb: number | null): void {
    if (orb === this.#hovered) return
    if (this.#hovered !== null) setMark(this.#drawn, this.#hovered, 'hovered', false)
    this.#hovered = orb
    this.#parts.element.style.cursor = orb === null ? '' : 'pointer'
    this.#parts.scene.touch()
    this.#areLabelsOld = true
    this.#loop.request()
  }

  #goTo(selected: string | null, before: string | null): void {
    const stack = selected === null ? undefined : this.#hall.layout.places.get(selected)?.stack
    if (stack === undefined) {
      if (this.#isFitted) this.#glideTo(this.#cameraForAll())
      else if (this.#cameFrom !== null) this.#comeBack(this.#cameFrom)
      return
    }
    if (before === null || this.#cameFrom !== null) this.#cameFrom ??= this.#camera
    const wasFitted = this.#isFitted
    this.#glideTo(cameraForStack(stack, this.#hall.layout, this.#screen(), this.#camera))
    if (wasFitted) this.#cameFrom = null
    this.#isFitted = wasFitted
  }

  #comeBack(camera: Camera): void {
    this.#cameFrom = null
    this.#glideTo(camera)
  }

  #glideTo(to: Camera): void {
    if (this.#around.isStill) this.#camera = to
    else this.#gliding = { from: this.#camera, to, started: performance.now() }
    this.#loop.request()
  }

  #screen(): Screen {
    const { width, height } = this.#around
    return { width, height, insets: this.#content.insets }
  }

  #cameraForAll(): Camera {
    return cameraForAll(this.#hall.layout, this.#screen(), this.#hall.plan.sizes.pitch)
  }

  /** Where the camera stands by itself: before the stack of the selected orb, or before the whole hall. */
  #home(): Camera {
    const { selected } = this.#content
    const stack = selected === null ? undefined : this.#hall.layout.places.get(selected)?.stack
    const all = this.#cameraForAll()
    return stack === undefined ? all : cameraForStack(stack, this.#hall.layout, this.#screen(), all)
  }

  #frame(now: number): 'moves' | 'turns' | 'rests' {
    const { scene } = this.#parts
    const isGliding = this.#advanceCamera(now)
    const screen = this.#screen()
    const view = viewOf(this.#camera, screen)
    if (this.#numbers.write(this.#drawn, now, this.#around.isStill)) {
      this.#areLabelsOld = true
      this.#sortedFor = null
      scene.touch()
    }
    this.#mark()
    this.#seen.see(view, this.#drawn, this.#numbers.count)
    this.#sort()
    const isMoving = isGliding || this.#numbers.isMoving
    const names = placeNames({
      layout: this.#hall.layout,
      orbs: this.#content.orbs,
      seen: this.#seen,
      screen,
      see: (point) => project(view, point),
      unitAt: (depth) => view.focal / depth,
    })
    this.#parts.onNames(names)
    const isLate = this.#label(names, now, isMoving)
    const unit = view.focal / this.#camera.distance
    const time = this.#around.isStill ? 0 : now / 1000
    const air = this.#content.selected === null ? 1 : 0.2
    scene.draw({ view, screen, depths: this.#seen.depths(), radius: unit * 0.5, time, air })
    return isMoving || isLate ? 'moves' : this.#turns() ? 'turns' : 'rests'
  }

  #advanceCamera(now: number): boolean {
    if (this.#gliding === null) return false
    const { from, to, started } = this.#gliding
    const part = (now - started) / MOTION.glide
    this.#camera = part >= 1 ? to : glide(from, to, smoothstep(easeOut(part) * 0.5 + part * 0.5))
    if (part >= 1) this.#gliding = null
    this.#areLabelsOld = true
    return part < 1
  }

  #mark(): void {
    const { selected } = this.#content
    const chosen = selected === null ? undefined : this.#numbers.index.get(selected)
    if (chosen !== undefined) setMark(this.#drawn, chosen, 'selected', true)
    if (this.#hovered !== null) setMark(this.#drawn, this.#hovered, 'hovered', true)
  }

  #sort(): void {
    const { yaw, pitch } = this.#camera
    const before = this.#sortedFor
    if (before !== null && Math.abs(before.yaw - yaw) + Math.abs(before.pitch - pitch) < TURNED)
      return
    this.#sortedFor = { yaw, pitch }
    this.#order.sort(this.#seen.depth)
    this.#parts.scene.setOrder(this.#order.order, this.#litOrbs())
  }

  #litOrbs(): ReadonlySet<number> {
    if (this.#content.selected === null) return new Set()
    const attentionOf = attentionFor(this.#content, this.#hall.layout)
    return new Set(this.#content.orbs.flatMap((orb, i) => (attentionOf(orb) === 'lit' ? [i] : [])))
  }

  /** true: labels are waiting to be placed anew. */
  #label(names: readonly NamePlace[], now: number, isMoving: boolean): boolean {
    if (!this.#areLabelsOld && !this.#hasCameraMoved()) return false
    if (isMoving && now - this.#labelledAt < LABEL_PAUSE) return true
    this.#labelledAt = now
    this.#areLabelsOld = isMoving
    this.#labelledFor = this.#camera
    this.#labels = this.#chooseLabels(names)
    this.#drawLabels()
    return false
  }

  #labelledFor: Camera | null = null

  #hasCameraMoved(): boolean {
    return this.#labelledFor !== this.#camera
  }

  #chooseLabels(names: readonly NamePlace[]): readonly ChosenLabel[] {
    const { orbs, now, selected } = this.#content
    const chosen = new Set<number>()
    if (this.#hovered !== null) chosen.add(this.#hovered)
    const at = selected === null ? undefined : this.#numbers.index.get(selected)
    if (at !== undefined) chosen.add(at)
    return chooseLabels({
      orbs,
      seen: this.#seen,
      screen: this.#screen(),
      taken: [...names.filter(({ isSeen }) => isSeen), ...this.#stumps()],
      now,
      chosen,
      shownBefore: new Set(this.#labels.map(({ orb }) => orb)),
      attentionOf: attentionFor(this.#content, this.#hall.layout),
      sizeOf: (lines) => this.#parts.tiles.sizeOf(lines),
    })
  }

  #stumps(): readonly Box[] {
    const view = viewOf(this.#camera, this.#screen())
    return this.#hall.layout.sections.map(({ stump }) => {
      const { x, y, depth } = project(view, stump)
      const radius = (0.65 * view.focal) / Math.max(1, depth)
      return { x: x - radius, y: y - radius / 2, width: radius * 2, height: radius }
    })
  }

  /** When the tiles are full they are emptied once; what then has no room has no label. */
  #drawLabels(): void {
    const { tiles, scene } = this.#parts
    const isFull = this.#labels.some(({ text }) => tiles.tileOf(text) === null)
    if (isFull) tiles.reset(PALETTES[this.#around.theme], Math.min(MOST_RATIO, this.#around.ratio))
    const drawn = this.#labels.flatMap((label): readonly DrawnLabel[] => {
      const tile = tiles.tileOf(label.text)
      if (tile === null) return []
      const { orb, x, y } = label
      return [{ orb, dx: x - this.#seen.x[orb]!, dy: y - this.#seen.y[orb]!, alpha: 1, tile }]
    })
    scene.setLabels(drawn, true)
  }

  #turns(): boolean {
    if (this.#around.isStill) return false
    return this.#content.orbs.some(
      ({ state, ci }) => state === 'working' || (ci === 'pending' && state !== 'merged'),
    )
  }
}

function sameInsets({ insets: a }: HallContent, { insets: b }: HallContent): boolean {
  return a.top === b.top && a.right === b.right && a.bottom === b.bottom && a.left === b.left
}
