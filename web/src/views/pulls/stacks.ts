/** The stacks of a run as a map: each pull request with its place, and the lines that lead to the one it stands on. */
import { pullRows, type PullRequestRow } from '../../../../src/core/forge/pull-document.ts'
import { pullNeeds, type PullNeed } from '../../../../src/core/forge/pull-need.ts'
import type { Run } from '../../../../src/core/run/run.ts'

export interface StackedPull {
  readonly row: PullRequestRow
  /** The one that it stands on; null: it goes into the base branch. */
  readonly below: PullRequestRow | null
  /** What stands on it first stays in its column; what else stands on it gets the next one. */
  readonly column: number
  /** The column of the one below it. */
  readonly from: number
  /** Columns whose lines pass it. */
  readonly passing: readonly number[]
  /** Something in its column stands on it. */
  readonly goesOn: boolean
  /** null: the pull request needs no person. */
  readonly need: PullNeed['is'] | null
}

export type Stack = readonly StackedPull[]

/** Stacks that need a person come first, and those that are merged or closed come last. */
export function stacksOf(run: Run): readonly Stack[] {
  const rows = pullRows(run)
  const needs = new Map<string, PullNeed['is']>(pullNeeds(run).map((n) => [n.pull.lane, n.is]))
  const above = Map.groupBy(rows, parentOf)
  const from = (row: PullRequestRow, place: Place): Stack => {
    const { column, passing } = place
    const [first, ...others] = above.get(row.lane) ?? []
    const beside = { below: row, column: column + 1, from: column, passing: [...passing, column] }
    const goesOn = first !== undefined
    const need = needs.get(row.lane) ?? null
    return [
      { row, ...place, goesOn, need },
      ...others.flatMap((next) => from(next, beside)),
      ...(goesOn ? from(first, { below: row, column, from: column, passing }) : []),
    ]
  }
  return (above.get(null) ?? [])
    .map((bottom) => from(bottom, BOTTOM))
    .toSorted((one, other) => rankOf(one) - rankOf(other))
}

type Place = Pick<StackedPull, 'below' | 'column' | 'from' | 'passing'>

const BOTTOM: Place = { below: null, column: 0, from: 0, passing: [] }

/** The branch of the last one is its base. */
const parentOf = ({ below }: PullRequestRow): string | null => below.at(-1) ?? null

function rankOf(stack: Stack): number {
  if (stack.some(({ need }) => need === 'stuck')) return 0
  if (stack.some(({ need }) => need === 'ready')) return 1
  return stack.every(({ row }) => row.state === 'merged' || row.state === 'closed') ? 3 : 2
}
