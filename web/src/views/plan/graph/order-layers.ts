/** Orders the cells of each layer so that few lines cross: a cell goes to the middle of the cells it is linked with. */

/** Layers of cells, which are numbers, and the links between cells of different layers. */
export interface Layered {
  readonly layers: readonly (readonly number[])[]
  readonly links: readonly (readonly [number, number])[]
}

/** Passes, forth and back in turn; more would change little. */
const PASSES = 4

/** The layers in their new order, which never has more crossings than the given one. */
export function orderLayers({ layers, links }: Layered): readonly (readonly number[])[] {
  const neighbours = neighboursOf(links)
  let best = layers
  let fewest = crossings({ layers, links })
  let current = layers
  for (let pass = 0; pass < PASSES && fewest > 0; pass++) {
    current = swept(current, neighbours, pass % 2 === 0)
    const count = crossings({ layers: current, links })
    if (count >= fewest) continue
    best = current
    fewest = count
  }
  return best
}

type Neighbours = ReadonlyMap<number, readonly number[]>

function neighboursOf(links: Layered['links']): Neighbours {
  const lists = new Map<number, number[]>()
  const note = (a: number, b: number): void => void (lists.get(a)?.push(b) ?? lists.set(a, [b]))
  for (const [a, b] of links) {
    note(a, b)
    note(b, a)
  }
  return lists
}

/** Orders layer by layer, each after the layers before it; or the other way round. */
function swept(
  layers: readonly (readonly number[])[],
  neighbours: Neighbours,
  isForth: boolean,
): readonly (readonly number[])[] {
  const places = new Map<number, number>()
  const sorted = (isForth ? layers : layers.toReversed()).map((layer) => {
    const next = inMiddle(layer, neighbours, places)
    next.forEach((cell, i) => places.set(cell, (i + 0.5) / next.length))
    return next
  })
  return isForth ? sorted : sorted.toReversed()
}

/** A cell whose neighbours have no place yet stays about where it is. */
function inMiddle(
  layer: readonly number[],
  neighbours: Neighbours,
  places: ReadonlyMap<number, number>,
): readonly number[] {
  const middle = (cell: number, i: number): number => {
    const placesBeside = (neighbours.get(cell) ?? []).flatMap((other) => places.get(other) ?? [])
    return placesBeside.length === 0
      ? (i + 0.5) / layer.length
      : placesBeside.reduce((sum, place) => sum + place, 0) / placesBeside.length
  }
  return layer
    .map((cell, i) => ({ cell, at: middle(cell, i) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ cell }) => cell)
}

/** The number of pairs of lines between the same two layers that cross. */
export function crossings({ layers, links }: Layered): number {
  const place = new Map<number, { readonly layer: number; readonly at: number }>()
  layers.forEach((layer, i) => layer.forEach((cell, at) => place.set(cell, { layer: i, at })))
  const byLayers = Map.groupBy(
    links.map(([a, b]) => [place.get(a)!, place.get(b)!] as const),
    ([a, b]) => `${a.layer} ${b.layer}`,
  )
  return [...byLayers.values()].reduce((sum, between) => sum + inversions(between), 0)
}

type Between = readonly (readonly [{ readonly at: number }, { readonly at: number }])[]

/** Of lines sorted by their begin, two cross when their ends are in the other order; a merge sort counts them. */
function inversions(between: Between): number {
  const ends = between
    .toSorted((a, b) => a[0].at - b[0].at || a[1].at - b[1].at)
    .map(([, end]) => end.at)
  let count = 0
  const sort = (from: number, to: number): number[] => {
    if (to - from <= 1) return ends.slice(from, to)
    const middle = (from + to) >> 1
    const [left, right] = [sort(from, middle), sort(middle, to)]
    const merged: number[] = []
    let i = 0
    for (const end of right) {
      while (i < left.length && left[i]! <= end) merged.push(left[i++]!)
      count += left.length - i
      merged.push(end)
    }
    return [...merged, ...left.slice(i)]
  }
  sort(0, ends.length)
  return count
}
