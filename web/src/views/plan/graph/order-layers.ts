/** The order within layers that lets few lines cross: everything goes to the middle of what it is linked with. */

/** Layers of numbers, and which number is linked with which in another layer. */
export interface Layered {
  readonly layers: readonly (readonly number[])[]
  readonly links: readonly (readonly [number, number])[]
}

/** Forth and back so often; more changes little. */
const PASSES = 4

/** The layers in their new order. It is never worse than the given one. */
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
  const found = new Map<number, number[]>()
  const note = (a: number, b: number): void => void (found.get(a)?.push(b) ?? found.set(a, [b]))
  for (const [a, b] of links) {
    note(a, b)
    note(b, a)
  }
  return found
}

/** Layer by layer, to where those of the layers before are; or the other way round. */
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

/** What has no neighbour yet stays about where it is. */
function inMiddle(
  layer: readonly number[],
  neighbours: Neighbours,
  places: ReadonlyMap<number, number>,
): readonly number[] {
  const middle = (cell: number, i: number): number => {
    const known = (neighbours.get(cell) ?? []).flatMap((other) => places.get(other) ?? [])
    return known.length === 0
      ? (i + 0.5) / layer.length
      : known.reduce((sum, place) => sum + place, 0) / known.length
  }
  return layer
    .map((cell, i) => ({ cell, at: middle(cell, i) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ cell }) => cell)
}

/** How many pairs of lines between the same two layers cross. */
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

/** Lines sorted by where they begin cross when their ends are in the other order; counted as in merge sort. */
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
