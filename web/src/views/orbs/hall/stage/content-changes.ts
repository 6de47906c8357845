/** What is different between two contents of the hall. */
import type { HallContent } from '../hall-props.ts'

export interface ContentChanges {
  /** Orbs or repositories have come, gone or changed. */
  readonly orbs: boolean
  /** Another filter, selection, order, or another meaning of colours. */
  readonly look: boolean
  readonly phases: boolean
  readonly selected: boolean
  /** Panels cover another part of the hall. */
  readonly insets: boolean
  /** Ages are told in minutes. */
  readonly minute: boolean
  /** A dialog that was over the hall is gone. */
  readonly uncovered: boolean
}

export const changesBetween = (before: HallContent, after: HallContent): ContentChanges => ({
  orbs: before.orbs !== after.orbs || !isSameHall(before, after),
  look: !isSameLook(before, after),
  phases: before.phases !== after.phases,
  selected: before.selected !== after.selected,
  insets: !isSameFrame(before, after),
  minute: Math.floor(before.now / 60_000) !== Math.floor(after.now / 60_000),
  uncovered: before.isCovered && !after.isCovered,
})

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
