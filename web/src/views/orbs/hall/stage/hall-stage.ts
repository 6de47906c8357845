/** The hall in 3D while it is open: moves what has to move, draws it, and hears gestures. */
import { project, type Screen, type View } from '../camera/view.ts'
import { DrawOrder } from '../draw-order.ts'
import type { HallScene } from '../draw/hall-scene.ts'
import type { LabelTiles } from '../draw/label-tiles.ts'
import type { HallContent, HallHandle } from '../hall-props.ts'
import { prioritiesOf } from '../labels/choose-labels.ts'
import type { Box } from '../labels/place-labels.ts'
import { attentionFor, styleFor } from '../look/attention.ts'
import { NUMBERS } from '../look/orb-data.ts'
import { PALETTES, type Theme } from '../look/palette.ts'
import { FrameLoop } from './frame-loop.ts'
import { listenToGestures } from './gestures.ts'
import { buildHall, keepHall, type KeptHall } from './kept-hall.ts'
import { OrbNumbers, setMark, type Change } from './orb-numbers.ts'
import { placeNames, sectionOfEach, type NamePlace } from './section-names.ts'
import { SeenOrbs } from './seen-orbs.ts'
import { StageCamera } from './stage-camera.ts'
import { StageLabels, type LabelsOf } from './stage-labels.ts'

export interface StageParts {
  readonly element: HTMLElement
  readonly scene: HallScene
  readonly tiles: LabelTiles
  /** Told where names of repositories stand, after each frame. */
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

const MOST_RATIO = 2
/** A panel is at least so wide. */
const PANEL = 100
/** The order of drawing is good enough until the hall has turned by this many radians. */
const TURNED = 0.01

export class HallStage implements HallHandle {
  readonly #parts: StageParts
  readonly #loop: FrameLoop
  readonly #stopListening: () => void
  readonly #numbers = new OrbNumbers()
  readonly #seen = new SeenOrbs()
  readonly #camera: StageCamera
  readonly #labels: StageLabels
  #content: HallContent
  #around: StageSurroundings
  #hall: KeptHall
  /** The numbers that are drawn, in the texture. */
  #drawn: Float32Array
  #order: DrawOrder
  #sectionOf: Uint16Array
  #priorities: Float32Array
  #sortedFor: { readonly yaw: number; readonly pitch: number } | null = null
  #hovered: number | null = null

  constructor(parts: StageParts, content: HallContent, around: StageSurroundings) {
    this.#parts = parts
    this.#content = content
    this.#around = around
    this.#hall = buildHall(content, around)
    this.#drawn = parts.scene.orbs(content.orbs.length)
    this.#order = new DrawOrder(content.orbs.length)
    this.#sectionOf = sectionOfEach(content.orbs, this.#hall.layout)
    this.#priorities = prioritiesOf(content.orbs)
    this.#camera = new StageCamera(() => ({
      hall: this.#hall,
      screen: this.#screen(),
      selected: this.#content.selected,
      isStill: this.#around.isStill,
    }))
    this.#labels = new StageLabels(parts.scene, parts.tiles)
    this.#loop = new FrameLoop((now) => this.#frame(now))
    this.#stopListening = listenToGestures(parts.element, this.#gestures())
    this.#restyle('jump')
    this.surround(around)
  }

  /** The size of the element, the theme, or the wish for less motion has changed. */
  surround(around: StageSurroundings): void {
    const { scene } = this.#parts
    const isOtherTheme = around.theme !== this.#around.theme
    this.#around = around
    const palette = PALETTES[around.theme]
    scene.resize(this.#screen(), this.#ratio())
    scene.setTheme(palette, around.theme === 'dark')
    scene.build(this.#hall.layout, this.#content.orbs, palette)
    this.#labels.reset(palette, this.#ratio())
    if (isOtherTheme) this.#restyle('focus')
    this.#camera.reframe('jump')
    this.#loop.request()
  }

  /** Called often, and mostly nothing has changed that can be seen. */
  show(content: HallContent): void {
    const before = this.#content
    this.#content = content
    if (content.orbs !== before.orbs || !isSameHall(before, content))
      this.#reseat(keepHall(this.#hall, content))
    else if (!isSameLook(before, content))
      this.#relook(content.phases === before.phases ? 'focus' : 'phases')
    if (content.selected !== before.selected) this.#camera.select()
    else if (!isSameFrame(before, content)) this.#camera.reframe('glide')
    else if (
      isSameLook(before, content) &&
      content.orbs === before.orbs &&
      !isLater(before, content)
    )
      return
    this.#labels.outdate()
    this.#loop.request()
  }

  /** Labels are chosen without regard to those of before, so that what is cleared looks as it did. */
  #relook(how: Change): void {
    this.#labels.forget()
    this.#restyle(how)
  }

  #reseat(hall: KeptHall): void {
    const isBuilt = hall.built !== this.#hall.built
    const seen = this.#drawn.slice(0, this.#numbers.count * NUMBERS)
    this.#hall = hall
    this.#hovered = null
    this.#drawn = this.#parts.scene.orbs(this.#content.orbs.length)
    this.#parts.scene.build(hall.layout, this.#content.orbs, PALETTES[this.#around.theme])
    this.#order = new DrawOrder(this.#content.orbs.length)
    this.#sectionOf = sectionOfEach(this.#content.orbs, hall.layout)
    this.#priorities = prioritiesOf(this.#content.orbs)
    this.#labels.forget()
    this.#restyle('move', seen)
    if (isBuilt) this.#camera.fit()
    else this.#camera.reframe('glide')
  }

  #restyle(how: Change, seen: Float32Array = this.#drawn): void {
    const { orbs } = this.#content
    const { layout } = this.#hall
    const styleOf = styleFor(this.#content, layout, this.#around.theme)
    if (this.#numbers.change({ orbs, layout, styleOf }, seen, how, performance.now()))
      this.#sortedFor = null
  }

  fit(): void {
    this.#camera.fit()
    this.#loop.request()
  }

  tidy(): void {
    this.#reseat(buildHall(this.#content, this.#around, this.#hall))
    this.#loop.request()
  }

  zoom(by: number): void {
    const { centreX: x, centreY: y } = this.#camera.view()
    this.#camera.zoom(1 / by, { x, y, depth: null })
    this.#loop.request()
  }

  /** The context of WebGL has been lost and is back: everything is sent to it again. */
  restored(): void {
    this.#parts.scene.touch()
    this.#sortedFor = null
    this.#labels.reset(PALETTES[this.#around.theme], this.#ratio())
    this.#loop.request()
  }

  dispose(): void {
    this.#stopListening()
    this.#loop.dispose()
    this.#parts.scene.dispose()
  }

  #gestures(): Parameters<typeof listenToGestures>[1] {
    const moving =
      <T extends readonly unknown[]>(move: (...by: T) => void) =>
      (...by: T): void => {
        move(...by)
        this.#loop.request()
      }
    return {
      drag: moving((dx: number, dy: number) => this.#camera.turn(dx, dy)),
      pan: moving((dx: number, dy: number) => this.#camera.pan(dx, dy)),
      zoom: moving((by: number, x: number, y: number) =>
        this.#camera.zoom(by, { x, y, depth: this.#seen.depthNear(x, y) }),
      ),
      click: (x, y, isTouch) => this.#content.onSelect(this.#orbAt(x, y, isTouch ? 14 : 5)),
      doubleClick: (x, y) => {
        const orb = this.#orbAt(x, y, 5)
        if (orb !== null) this.#content.onOpen(orb)
      },
      hover: (at) => this.#hover(at === null ? null : this.#seen.pick(at.x, at.y, 4)),
    }
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
    this.#labels.outdate()
    this.#loop.request()
  }

  #screen(): Screen {
    const { width, height } = this.#around
    return { width, height, insets: this.#content.insets }
  }

  #ratio(): number {
    return Math.min(MOST_RATIO, this.#around.ratio)
  }

  #frame(now: number): 'moves' | 'turns' | 'rests' {
    const isGliding = this.#camera.advance(now)
    const view = this.#camera.view()
    if (this.#numbers.write(this.#drawn, now, this.#around.isStill)) this.#rewritten()
    this.#mark()
    this.#seen.see(view, this.#drawn, this.#numbers.count)
    this.#sort()
    const names = this.#names(view)
    this.#parts.onNames(names)
    const isMoving = isGliding || this.#numbers.isMoving
    const isLate = this.#labels.update(this.#camera.now, now, isMoving, () =>
      this.#labelsOf(view, names),
    )
    this.#draw(view, now)
    return isMoving || isLate ? 'moves' : this.#turns() ? 'turns' : 'rests'
  }

  #rewritten(): void {
    this.#labels.outdate()
    this.#sortedFor = null
    this.#parts.scene.touch()
  }

  #mark(): void {
    const selected = this.#selected()
    if (selected !== undefined) setMark(this.#drawn, selected, 'selected', true)
    if (this.#hovered !== null) setMark(this.#drawn, this.#hovered, 'hovered', true)
  }

  #selected(): number | undefined {
    const { selected } = this.#content
    return selected === null ? undefined : this.#numbers.index.get(selected)
  }

  #sort(): void {
    const { yaw, pitch } = this.#camera.now
    const before = this.#sortedFor
    if (before !== null && Math.abs(before.yaw - yaw) + Math.abs(before.pitch - pitch) < TURNED)
      return
    this.#sortedFor = { yaw, pitch }
    this.#order.sort(this.#seen.depth)
    this.#parts.scene.setOrder(this.#order.order, this.#litOrbs())
  }

  /** The selected stack is drawn over everything else. */
  #litOrbs(): ReadonlySet<number> {
    if (this.#content.selected === null) return new Set()
    const attentionOf = attentionFor(this.#content, this.#hall.layout)
    return new Set(this.#content.orbs.flatMap((orb, i) => (attentionOf(orb) === 'lit' ? [i] : [])))
  }

  #names(view: View): readonly NamePlace[] {
    return placeNames({
      layout: this.#hall.layout,
      sectionOf: this.#sectionOf,
      seen: this.#seen,
      screen: this.#around,
      see: (point) => project(view, point),
      unitAt: (depth) => view.focal / depth,
    })
  }

  #labelsOf(view: View, names: readonly NamePlace[]): LabelsOf {
    const { orbs, now } = this.#content
    const chosen = [this.#hovered, this.#selected()].filter((orb) => typeof orb === 'number')
    return {
      orbs,
      priorities: this.#priorities,
      seen: this.#seen,
      screen: this.#around,
      taken: [
        ...names.filter(({ isSeen }) => isSeen),
        ...this.#stumps(view),
        ...coveredBy(this.#screen()),
      ],
      now,
      chosen: new Set(chosen),
      attentionOf: attentionFor(this.#content, this.#hall.layout),
    }
  }

  #stumps(view: View): readonly Box[] {
    return this.#hall.layout.sections.map(({ stump }) => {
      const { x, y, depth } = project(view, stump)
      const radius = (0.65 * view.focal) / Math.max(1, depth)
      return { x: x - radius, y: y - radius / 2, width: radius * 2, height: radius }
    })
  }

  #draw(view: View, now: number): void {
    this.#parts.scene.draw({
      view,
      screen: this.#screen(),
      depths: this.#seen.depths(),
      radius: (view.focal / this.#camera.now.distance) * 0.5,
      time: this.#around.isStill ? 0 : now / 1000,
      air: this.#content.selected === null ? 1 : 0.2,
    })
  }

  #turns(): boolean {
    if (this.#around.isStill) return false
    return this.#content.orbs.some(
      ({ state, ci }) => state === 'working' || (ci === 'pending' && state !== 'merged'),
    )
  }
}

/** Where a panel covers the hall nobody could read a label. */
function coveredBy({ width, height, insets: { left, right } }: Screen): readonly Box[] {
  const sides = [
    { x: 0, y: 0, width: left, height },
    { x: width - right, y: 0, width: right, height },
  ]
  return sides.filter((side) => side.width >= PANEL)
}

const isSameHall = ({ sections: a }: HallContent, { sections: b }: HallContent): boolean =>
  a === b ||
  (a.length === b.length && a.every(({ repository }, i) => repository === b[i]!.repository))

const isSameLook = (a: HallContent, b: HallContent): boolean =>
  a.colours === b.colours &&
  a.shown === b.shown &&
  a.selected === b.selected &&
  a.phases === b.phases

const isSameFrame = ({ insets: a }: HallContent, { insets: b }: HallContent): boolean =>
  a.top === b.top && a.right === b.right && a.bottom === b.bottom && a.left === b.left

/** Ages are told in minutes. */
const isLater = ({ now: a }: HallContent, { now: b }: HallContent): boolean =>
  Math.floor(a / 60_000) !== Math.floor(b / 60_000)
