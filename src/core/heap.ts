/** A heap of small whole numbers whose rank may change while they are in it. */
export interface Heap {
  readonly size: number
  peek(): number | undefined
  has(item: number): boolean
  push(item: number): void
  remove(item: number): void
  /** Call after the rank of an item has changed. */
  update(item: number): void
}

/** comesFirst must be a strict order; places may be shared by heaps that never hold the same item. */
export function heap(
  comesFirst: (a: number, b: number) => boolean,
  places: Map<number, number> = new Map(),
): Heap {
  const items: number[] = []

  const put = (item: number, place: number): void => {
    items[place] = item
    places.set(item, place)
  }

  const rise = (item: number, from: number): void => {
    let place = from
    while (place > 0) {
      const parent = (place - 1) >> 1
      if (!comesFirst(item, items[parent]!)) break
      put(items[parent]!, place)
      place = parent
    }
    put(item, place)
  }

  const sink = (item: number, from: number): void => {
    let place = from
    for (;;) {
      let child = 2 * place + 1
      if (child >= items.length) break
      if (child + 1 < items.length && comesFirst(items[child + 1]!, items[child]!)) child++
      if (!comesFirst(items[child]!, item)) break
      put(items[child]!, place)
      place = child
    }
    put(item, place)
  }

  const update = (item: number): void => {
    rise(item, places.get(item)!)
    sink(item, places.get(item)!)
  }

  return {
    get size() {
      return items.length
    },
    peek: () => items[0],
    has: (item) => items[places.get(item) ?? -1] === item,
    push: (item) => {
      items.push(item)
      rise(item, items.length - 1)
    },
    remove: (item) => {
      const place = places.get(item)!
      places.delete(item)
      const last = items.pop()!
      if (last === item) return
      put(last, place)
      update(last)
    },
    update,
  }
}
