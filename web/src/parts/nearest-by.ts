/** The index of the item whose measure is nearest to `to`. */
export function nearestBy<Item>(
  items: readonly Item[],
  to: number,
  measure: (item: Item) => number,
): number {
  const distance = (i: number): number => Math.abs(measure(items[i]!) - to)
  return items.reduce((best, _, i) => (distance(i) < distance(best) ? i : best), 0)
}
