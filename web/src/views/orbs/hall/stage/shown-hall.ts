/** What the hall shows now, and everything that follows from it without a clock: where orbs stand, what is lit, what labels have to heed. */
import { project, type Screen, type View } from '../camera/view.ts'
import type { HallContent } from '../hall-props.ts'
import { prioritiesOf } from '../labels/choose-labels.ts'
import { linesToAvoid } from '../labels/lines-to-avoid.ts'
import { attentionFor, styleFor } from '../look/attention.ts'
import { dependencyBows, type Bow } from '../look/dependency-bows.ts'
import { PALETTES, type Palette } from '../look/palette.ts'
import { buildHall, keepHall, type KeptHall } from './kept-hall.ts'
import { labelScene } from './label-scene.ts'
import type { Styled } from './orb-numbers.ts'
import { placeNames, sectionOfEach, type NamePlace } from './section-names.ts'
import type { SeenOrbs } from './seen-orbs.ts'
import type { LabelsOf } from './stage-labels.ts'
import type { StageSurroundings } from './surroundings.ts'

const MOST_RATIO = 2

export class ShownHall {
  content: HallContent
  around: StageSurroundings
  #hall: KeptHall
  /** Of each orb, what does not change while it stands. */
  #standing: ReturnType<typeof standingOf>

  constructor(content: HallContent, around: StageSurroundings) {
    this.content = content
    this.around = around
    this.#hall = buildHall(content, around)
    this.#standing = standingOf(content, this.#hall)
  }

  /** Orbs have come or gone; the others stay where they are. */
  keep(): void {
    this.#stand(keepHall(this.#hall, this.content))
  }

  /** All are seated anew. */
  tidy(): void {
    this.#stand(buildHall(this.content, this.around, this.#hall))
  }

  #stand(hall: KeptHall): void {
    this.#hall = hall
    this.#standing = standingOf(this.content, hall)
  }

  get hall(): KeptHall {
    return this.#hall
  }

  get palette(): Palette {
    return PALETTES[this.around.theme]
  }

  get screen(): Screen {
    const { width, height } = this.around
    return { width, height, insets: this.content.insets }
  }

  get ratio(): number {
    return Math.min(MOST_RATIO, this.around.ratio)
  }

  /** Whether anything turns by itself. */
  get turns(): boolean {
    if (this.around.isStill || this.content.isCovered) return false
    return this.content.orbs.some(
      ({ state, ci }) => state === 'working' || (ci === 'pending' && state !== 'merged'),
    )
  }

  get styled(): Styled {
    const { layout } = this.#hall
    const styleOf = styleFor(this.content, layout, this.around.theme)
    return { orbs: this.content.orbs, layout, styleOf }
  }

  get bows(): readonly Bow[] {
    const { layout } = this.#hall
    return dependencyBows(this.content.orbs, layout.places, attentionFor(this.content, layout))
  }

  /** The orbs of the selected stack. */
  lit(): ReadonlySet<number> {
    if (this.content.selected === null) return new Set()
    const attentionOf = attentionFor(this.content, this.#hall.layout)
    return new Set(this.content.orbs.flatMap((orb, i) => (attentionOf(orb) === 'lit' ? [i] : [])))
  }

  names(view: View, seen: SeenOrbs): readonly NamePlace[] {
    return placeNames({
      layout: this.#hall.layout,
      sectionOf: this.#standing.sectionOf,
      seen,
      screen: this.around,
      see: (point) => project(view, point),
      unitAt: (depth) => view.focal / depth,
    })
  }

  labelScene(
    on: Pick<Parameters<typeof labelScene>[0], 'view' | 'seen' | 'names' | 'chosen' | 'radius'>,
  ): LabelsOf {
    const { content, screen } = this
    return labelScene({ ...on, ...this.#standing, content, layout: this.#hall.layout, screen })
  }
}

const standingOf = ({ orbs }: HallContent, { layout }: KeptHall) => ({
  sectionOf: sectionOfEach(orbs, layout),
  priorities: prioritiesOf(orbs),
  lines: linesToAvoid(orbs, layout),
})
