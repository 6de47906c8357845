/** The hall in 3D while it is open: moves what has to move, draws it, and hears gestures. */
import type { View } from '../camera/view.ts'
import type { HallScene } from '../draw/hall-scene.ts'
import type { LabelTiles } from '../draw/label-tiles.ts'
import type { HallContent, HallHandle } from '../hall-props.ts'
import { NUMBERS } from '../look/orb-data.ts'
import { changesBetween } from './content-changes.ts'
import { FrameLoop } from './frame-loop.ts'
import { OrbNumbers, setMark, type Change } from './orb-numbers.ts'
import { PaintOrder } from './paint-order.ts'
import { Pointing } from './pointing.ts'
import type { NamePlace } from './section-names.ts'
import { SeenOrbs } from './seen-orbs.ts'
import { ShownHall } from './shown-hall.ts'
import { StageCamera } from './stage-camera.ts'
import { StageLabels } from './stage-labels.ts'
import type { StageSurroundings } from './surroundings.ts'

export interface StageParts {
  readonly element: HTMLElement
  readonly scene: HallScene
  readonly tiles: LabelTiles
  /** Told where names of repositories stand, after each frame. */
  readonly onNames: (names: readonly NamePlace[]) => void
}

export class HallStage implements HallHandle {
  readonly #parts: StageParts
  readonly #shown: ShownHall
  readonly #loop: FrameLoop
  readonly #pointing: Pointing
  readonly #numbers = new OrbNumbers()
  readonly #seen = new SeenOrbs()
  readonly #order: PaintOrder
  readonly #camera: StageCamera
  readonly #labels: StageLabels
  /** The numbers that are drawn, in the texture. */
  #drawn: Float32Array

  constructor(parts: StageParts, content: HallContent, around: StageSurroundings) {
    this.#parts = parts
    this.#shown = new ShownHall(content, around)
    this.#drawn = parts.scene.orbs(content.orbs.length)
    this.#order = new PaintOrder(parts.scene)
    this.#order.reset(content.orbs.length)
    this.#camera = new StageCamera(() => ({
      hall: this.#shown.hall,
      screen: this.#shown.screen,
      selected: this.#shown.content.selected,
      isStill: this.#shown.around.isStill,
    }))
    this.#labels = new StageLabels(parts.scene, parts.tiles)
    this.#loop = new FrameLoop({
      draw: (now) => this.#frame(now),
      isDrawn: () => parts.scene.isDrawn(),
    })
    this.#pointing = this.#listen()
    this.#restyle('jump')
    this.surround(around)
  }

  #listen(): Pointing {
    return new Pointing({
      element: this.#parts.element,
      camera: this.#camera,
      seen: this.#seen,
      content: () => this.#shown.content,
      onMove: () => this.#loop.request(),
      onHover: (before) => this.#unhover(before),
    })
  }

  #unhover(orb: number | null): void {
    if (orb !== null) setMark(this.#drawn, orb, 'hovered', false)
    this.#parts.scene.touch()
    this.#labels.outdate()
    this.#loop.request()
  }

  /** The size of the element, the theme, or the wish for less motion has changed. */
  surround(around: StageSurroundings): void {
    const { scene } = this.#parts
    const isOtherTheme = around.theme !== this.#shown.around.theme
    this.#shown.around = around
    const { palette, screen, ratio } = this.#shown
    scene.resize(screen, ratio)
    scene.setTheme(palette, around.theme === 'dark')
    this.#build()
    this.#labels.reset(palette, ratio)
    if (isOtherTheme) this.#restyle('focus')
    this.#camera.reframe('jump')
    this.#loop.redraw()
  }

  #build(): void {
    const { hall, palette, bows } = this.#shown
    this.#parts.scene.build(hall.layout, palette)
    this.#parts.scene.setBows(bows, palette)
  }

  /** Called often, and mostly nothing has changed that can be seen. */
  show(content: HallContent): void {
    const is = changesBetween(this.#shown.content, content)
    this.#shown.content = content
    this.#loop.hold(content.isCovered)
    if (is.orbs) this.#reseat(() => this.#shown.keep())
    else if (is.look) this.#relook(is.phases ? 'phases' : 'focus')
    if (is.selected) this.#camera.select()
    else if (is.insets) this.#camera.reframe('glide')
    if (!Object.values(is).some(Boolean)) return
    this.#labels.outdate()
    this.#loop.request()
  }

  /** Labels are chosen without regard to those of before, so that what is cleared looks as it did. */
  #relook(how: Change): void {
    const { bows, palette } = this.#shown
    this.#labels.forget()
    this.#parts.scene.setBows(bows, palette)
    this.#restyle(how)
  }

  #reseat(seat: () => void): void {
    const { built } = this.#shown.hall
    const seen = this.#drawn.slice(0, this.#numbers.count * NUMBERS)
    seat()
    const { length } = this.#shown.content.orbs
    this.#pointing.hovered = null
    this.#drawn = this.#parts.scene.orbs(length)
    this.#build()
    this.#order.reset(length)
    this.#labels.forget()
    this.#restyle('move', seen)
    if (this.#shown.hall.built === built) this.#camera.reframe('glide')
    else this.#camera.fit()
  }

  #restyle(how: Change, seen: Float32Array = this.#drawn): void {
    if (this.#numbers.change(this.#shown.styled, seen, how, performance.now()))
      this.#order.outdate()
  }

  fit(): void {
    this.#camera.fit()
    this.#loop.request()
  }

  tidy(): void {
    this.#reseat(() => this.#shown.tidy())
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
    this.#order.outdate()
    this.#labels.reset(this.#shown.palette, this.#shown.ratio)
    this.#loop.redraw()
  }

  dispose(): void {
    this.#pointing.stop()
    this.#loop.dispose()
    this.#parts.scene.dispose()
  }

  #frame(now: number): 'moves' | 'turns' | 'rests' {
    const isGliding = this.#camera.advance(now)
    const view = this.#camera.view()
    if (this.#numbers.write(this.#drawn, now, this.#shown.around.isStill)) this.#rewritten()
    this.#mark()
    this.#seen.see(view, this.#drawn, this.#numbers.count)
    this.#order.update(this.#camera.now, this.#seen.depth, () => this.#shown.lit())
    const names = this.#shown.names(view, this.#seen)
    this.#parts.onNames(names)
    const isMoving = isGliding || this.#numbers.isMoving
    const isLate = this.#labels.update(this.#camera.now, now, isMoving, () =>
      this.#shown.labelScene({
        view,
        seen: this.#seen,
        names,
        chosen: this.#chosen(),
        radius: this.#usualRadius(view),
      }),
    )
    this.#draw(view, now)
    return isMoving || isLate ? 'moves' : this.#shown.turns ? 'turns' : 'rests'
  }

  #rewritten(): void {
    this.#labels.outdate()
    this.#order.outdate()
    this.#parts.scene.touch()
  }

  #mark(): void {
    const selected = this.#selected()
    if (selected !== undefined) setMark(this.#drawn, selected, 'selected', true)
    const { hovered } = this.#pointing
    if (hovered !== null) setMark(this.#drawn, hovered, 'hovered', true)
  }

  #selected(): number | undefined {
    const { selected } = this.#shown.content
    return selected === null ? undefined : this.#numbers.index.get(selected)
  }

  #chosen(): ReadonlySet<number> {
    const chosen = [this.#pointing.hovered, this.#selected()]
    return new Set(chosen.filter((orb) => typeof orb === 'number'))
  }

  /** Of an orb in the middle, in pixels. */
  #usualRadius(view: View): number {
    return (view.focal / this.#camera.now.distance) * 0.5
  }

  #draw(view: View, now: number): void {
    const { screen, around, content } = this.#shown
    this.#parts.scene.draw({
      view,
      screen,
      depths: this.#seen.depths(),
      radius: this.#usualRadius(view),
      time: around.isStill ? 0 : now / 1000,
      air: content.selected === null ? 1 : 0.2,
    })
  }
}
