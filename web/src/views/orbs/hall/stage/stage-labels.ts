/** The labels that are shown now. They follow their orbs; where they stand is decided anew when the hall rests, and now and then while it moves. */
import type { Camera } from '../camera/view.ts'
import type { HallScene } from '../draw/hall-scene.ts'
import type { DrawnLabel } from '../draw/label-mesh.ts'
import type { LabelTiles } from '../draw/label-tiles.ts'
import { chooseLabels, type ChosenLabel, type LabelScene } from '../labels/choose-labels.ts'
import type { Palette } from '../look/palette.ts'

/** While the camera moves, labels are placed anew this often. */
const PAUSE = 140

export type LabelsOf = Omit<LabelScene, 'shownBefore' | 'sizeOf'>

export class StageLabels {
  readonly #scene: HallScene
  readonly #tiles: LabelTiles
  #labels: readonly ChosenLabel[] = []
  #placedAt = -Infinity
  #placedFor: Camera | null = null
  #look: { readonly palette: Palette; readonly ratio: number } | null = null

  constructor(scene: HallScene, tiles: LabelTiles) {
    this.#scene = scene
    this.#tiles = tiles
  }

  /** Tiles are drawn for one theme and one density of pixels. */
  reset(palette: Palette, ratio: number): void {
    this.#look = { palette, ratio }
    this.#tiles.reset(palette, ratio)
    this.outdate()
  }

  /** Something has changed about which labels there are, or where. */
  outdate(): void {
    this.#placedFor = null
  }

  /** The orbs have other indexes now. */
  forget(): void {
    this.#labels = []
    this.outdate()
  }

  /** true: they have to be placed anew, but not yet. */
  update(camera: Camera, now: number, isMoving: boolean, labelsOf: () => LabelsOf): boolean {
    if (this.#placedFor === camera) return false
    // By a turn of the camera nothing about them is wrong at once, but what the user points at is shown at once.
    const mayWait = isMoving || this.#placedFor !== null
    if (mayWait && now - this.#placedAt < PAUSE) return true
    this.#placedAt = now
    this.#placedFor = camera
    const scene = labelsOf()
    const shownBefore = new Set(this.#labels.map(({ orb }) => orb))
    this.#labels = chooseLabels({
      ...scene,
      shownBefore,
      sizeOf: (lines) => this.#tiles.sizeOf(lines),
    })
    this.#draw(scene)
    return false
  }

  /** When the tiles are full they are emptied once; what then has no room has no label. */
  #draw({ seen }: LabelsOf): void {
    const { palette, ratio } = this.#look!
    if (this.#labels.some(({ text }) => this.#tiles.tileOf(text) === null))
      this.#tiles.reset(palette, ratio)
    const drawn = this.#labels.flatMap(({ orb, x, y, text }): readonly DrawnLabel[] => {
      const tile = this.#tiles.tileOf(text)
      return tile === null
        ? []
        : [{ orb, dx: x - seen.x[orb]!, dy: y - seen.y[orb]!, alpha: 1, tile }]
    })
    this.#scene.setLabels(drawn, this.#tiles.takeRedrawn())
  }
}
