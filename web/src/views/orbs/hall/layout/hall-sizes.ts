/** The sizes of a hall by how many orbs it has to seat: few orbs get room, many get a wide fan of narrow rows. */

export interface HallSizes {
  /** The whole angle of the hall, in radians. */
  readonly fan: number
  /** Radius of the first row. */
  readonly firstRow: number
  /** Width of the column over one leaf. */
  readonly column: number
  /** From how high the hall is seen, in radians. */
  readonly pitch: number
  /** How much of the height that rules out occlusion is given to each row. */
  readonly rake: number
  readonly tread: number
  /** Free on each side of the middle, for the trunk. */
  readonly trunk: number
}

/** The height and the distance to the back of one more orb in a stack, and the height of the lowest over the floor. */
export const STEP_UP = 1.5
export const STEP_BACK = 0.35
export const LIFT = 0.62

const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** On a wide screen rows are long; on a tall one, as of a phone, there are more and shorter ones. */
export type ScreenShape = 'wide' | 'tall'

export function sizesFor(orbs: number, leaves: number, shape: ScreenShape): HallSizes {
  const wide = wideSizes(orbs, leaves)
  if (shape === 'wide') return wide
  const { fan, firstRow } = tallParts(orbs)
  return { ...wide, fan: wide.fan * fan, firstRow: wide.firstRow * firstRow }
}

/** Found as for wide screens, on those of phones and tablets that stand upright. */
function tallParts(orbs: number): Pick<HallSizes, 'fan' | 'firstRow'> {
  if (orbs <= 12) return { fan: 0.4, firstRow: 0.8 }
  return orbs > 40 && orbs <= 150 ? { fan: 0.7, firstRow: 0.5 } : { fan: 0.5, firstRow: 0.6 }
}

/** Found by measuring halls of such teams: the largest orbs at which nothing, or hardly anything, hides another. */
function wideSizes(orbs: number, leaves: number): HallSizes {
  if (orbs <= 12) return fewOrbs(orbs, leaves)
  if (orbs <= 150)
    return {
      fan: radians(84),
      firstRow: 19,
      column: 2.25,
      pitch: radians(26),
      rake: 1,
      tread: 2.5,
      trunk: 0.6,
    }
  if (orbs <= 1000)
    return {
      fan: radians(120),
      firstRow: 33,
      column: 2,
      pitch: radians(30),
      rake: 1,
      tread: 2,
      trunk: 0.8,
    }
  const firstRow = 48 * Math.max(1, Math.sqrt(orbs / 6000))
  return {
    fan: radians(126),
    firstRow,
    column: 2,
    pitch: radians(33),
    rake: 0.76,
    tread: 2,
    trunk: 0.8,
  }
}

/** All stacks fit in one row. */
function fewOrbs(orbs: number, leaves: number): HallSizes {
  const fan = radians(orbs <= 1 ? 44 : 84)
  const column = 2.7
  const firstRow = Math.max(5, (leaves * column + 2) / fan)
  return { fan, firstRow, column, pitch: radians(22), rake: 1, tread: 2.5, trunk: 0 }
}

/** The radius of an orb grows with how many wait behind it; nothing waits behind what is merged. */
export function orbRadius(waiting: number, isMerged: boolean): number {
  const radius = 0.42 + 0.26 * Math.min(1, Math.log2(1 + waiting) / Math.log2(13))
  return isMerged ? radius * 0.72 : radius
}
