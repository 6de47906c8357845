/** The stacks of a run: each pull request with how far it is above the bottom of its stack. */
import { pullRows, type PullRequestRow } from '../../../../src/core/forge/pull-document.ts'
import { pullNeeds, type PullNeed } from '../../../../src/core/forge/pull-need.ts'
import type { Run } from '../../../../src/core/run/run.ts'

export interface StackedPull {
  readonly row: PullRequestRow
  /** How many are below it in its stack. */
  readonly depth: number
  /** null: it needs nobody. */
  readonly need: PullNeed['is'] | null
}

export type Stack = readonly StackedPull[]

/** Stacks that need a person come first, and those that are merged or closed come last. */
export function stacksOf(run: Run): readonly Stack[] {
  const rows = pullRows(run)
  const needs = new Map<string, PullNeed['is']>(pullNeeds(run).map((n) => [n.pull.lane, n.is]))
  const above = Map.groupBy(rows, parentOf)
  const from = (row: PullRequestRow, depth: number): Stack => [
    { row, depth, need: needs.get(row.lane) ?? null },
    ...(above.get(row.lane) ?? []).flatMap((next) => from(next, depth + 1)),
  ]
  return (above.get(null) ?? [])
    .map((bottom) => from(bottom, 0))
    .toSorted((one, other) => rankOf(one) - rankOf(other))
}

/** The branch of the last one is its base. */
const parentOf = ({ below }: PullRequestRow): string | null => below.at(-1) ?? null

function rankOf(stack: Stack): number {
  if (stack.some(({ need }) => need === 'stuck')) return 0
  if (stack.some(({ need }) => need === 'ready')) return 1
  return stack.every(({ row }) => row.state === 'merged' || row.state === 'closed') ? 3 : 2
}

/** `3 ready to review, 1 stuck`; empty: none needs a person. */
export function sayNeeds(stacks: readonly Stack[]): string {
  const count = (need: PullNeed['is']): number =>
    stacks.flat().filter((pull) => pull.need === need).length
  const words = [
    [count('ready'), 'ready to review'],
    [count('stuck'), 'stuck'],
  ] as const
  return words
    .filter(([many]) => many > 0)
    .map(([many, are]) => `${many} ${are}`)
    .join(', ')
}
