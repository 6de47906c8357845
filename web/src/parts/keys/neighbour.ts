/** Steps by keys between items that stand in lines: the columns of a board, the lanes, the tracks of a timeline. */
export type Direction = 'left' | 'right' | 'up' | 'down'

export type Step = Direction | 'first' | 'last'

export interface Places<Item> {
  readonly lines: readonly (readonly Item[])[]
  readonly goes: 'across' | 'down'
  /** The index in the other line that is beside index `at` of this line; without it, the same index. */
  beside?(other: number, line: number, at: number): number
}

/** null: there is no item in that direction. A step from an item that is gone leads to the first item. */
export function neighbour<Item>(
  { lines, goes, beside }: Places<Item>,
  from: Item,
  step: Step,
): Item | null {
  const line = lines.findIndex((items) => items.includes(from))
  const items = lines[line]
  if (items === undefined) return firstOf(lines)
  if (step === 'first' || step === 'last') return items.at(step === 'first' ? 0 : -1)!
  const at = items.indexOf(from)
  const by = step === 'left' || step === 'up' ? -1 : 1
  const isAlong = (step === 'left' || step === 'right') === (goes === 'across')
  if (isAlong) return items[at + by] ?? null
  const other = nextLine(lines, line, by)
  return other === null ? null : nearest(lines[other]!, beside?.(other, line, at) ?? at)
}

export const firstOf = <Item>(lines: readonly (readonly Item[])[]): Item | null =>
  lines.find((items) => items.length > 0)?.[0] ?? null

/** The item that gets the focus when `gone` has left its line: the next that is still there, else the one before. */
export function successor<Item>(
  line: readonly Item[],
  gone: Item,
  isThere: (item: Item) => boolean,
): Item | null {
  const at = line.indexOf(gone)
  return (
    line.slice(at + 1).find(isThere) ?? line.slice(0, Math.max(at, 0)).findLast(isThere) ?? null
  )
}

/** Skips empty lines. */
function nextLine(lines: Places<unknown>['lines'], from: number, by: 1 | -1): number | null {
  let line = from + by
  while (lines[line]?.length === 0) line += by
  return lines[line] === undefined ? null : line
}

const nearest = <Item>(items: readonly Item[], at: number): Item =>
  items[Math.min(Math.max(at, 0), items.length - 1)]!
