/** The lines left of a pull request: from the one it stands on, to what stands on it, and past it. */
import type { StackedPull } from './stacks.ts'

/** Pixels: the width of a column, and where in its height the mark of a row is. */
const STEP = 18
const MARK = 20

/** The most columns that are drawn; what is further out shares the last one. */
const MOST = 6

const x = (column: number): number => Math.min(column, MOST) * STEP + STEP / 2

const railWidth = (columns: number): number => (Math.min(columns - 1, MOST) + 1) * STEP

interface StackRailProps {
  readonly pull: StackedPull
  /** How many columns its stack has. */
  readonly columns: number
  readonly look: string
}

/** Lines are as high as the row: they are stretched, and their width is not. */
export function StackRail({ pull, columns, look }: StackRailProps) {
  const { column, from, passing, goesOn, below } = pull
  // A line to the base branch would look like one to the row above it.
  const isAlone = below === null && !goesOn
  return (
    <span className="stack-rail" style={{ width: railWidth(columns) }} aria-hidden="true">
      {passing.map((at) => (
        <i key={at} className="rail-line" style={{ left: x(at) }} />
      ))}
      {isAlone ? null : column === from ? (
        <i className="rail-line" style={{ left: x(column), height: MARK }} />
      ) : (
        <i
          className="rail-turn"
          style={{ left: x(from), width: x(column) - x(from), height: MARK }}
        />
      )}
      {goesOn && <i className="rail-line" style={{ left: x(column), top: MARK }} />}
      <b className="rail-mark" data-look={look} style={{ left: x(column), top: MARK }} />
    </span>
  )
}
