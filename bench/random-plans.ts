/** Plans of several shapes for the benches; the same seed gives the same plan. */
import { taskId, type TaskId } from '../src/core/value/ids.ts'
import { makeTask, type Plan, type Task } from '../src/core/plan/plan.ts'

export type Chance = () => number

/** Mulberry32: small, fast, and good enough to draw graphs. */
export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export const between = (chance: Chance, low: number, high: number): number =>
  low + Math.floor(chance() * (high - low + 1))

/** What each task comes after, by number; always smaller numbers. */
export type Shape = (size: number, chance: Chance) => readonly (readonly number[])[]

export const SHAPES: Readonly<Record<string, Shape>> = {
  layered(size, chance) {
    const width = between(chance, 4, 24)
    return numbers(size).map((i) => {
      const layer = Math.floor(i / width)
      if (layer === 0) return []
      return some(chance, between(chance, 1, 3), (layer - 1) * width, layer * width - 1)
    })
  },
  random(size, chance) {
    const most = between(chance, 1, 4)
    return numbers(size).map((i) =>
      i === 0 ? [] : some(chance, between(chance, 0, most), Math.max(0, i - 60), i - 1),
    )
  },
  'fork-join'(size, chance) {
    const before: number[][] = []
    for (let gate: number[] = []; before.length < size; gate = [before.length - 1]) {
      const forks = numbers(between(chance, 3, 20)).map((fork) => before.length + fork)
      before.push(...forks.map(() => [...gate]), forks)
    }
    return before.slice(0, size)
  },
  wide: (size) => numbers(size).map(() => []),
  chains(size, chance) {
    const chains = between(chance, 3, 30)
    return numbers(size).map((i) => (i < chains ? [] : [i - chains]))
  },
}

/** Mostly short tasks and a few long ones, as in real plans; whole seconds. */
export function duration(chance: Chance): number {
  const bell = chance() + chance() + chance() + chance() - 2
  return Math.max(1, Math.round(300 * Math.exp(1.2 * bell)))
}

export function planOf(
  before: readonly (readonly number[])[],
  say: (i: number) => Partial<Task> & { readonly seconds: number },
): Plan {
  const tasks = before.map((dependencies, i) => {
    const { seconds, ...fields } = say(i)
    return makeTask({
      id: idOf(i),
      work: { is: 'command', line: 'true' },
      dependencies: dependencies.map(idOf),
      estimate: { seconds, from: 'file' },
      ...fields,
    })
  })
  return { name: 'bench', tasks, groups: [] }
}

export const idOf = (i: number): TaskId => taskId(`t${i}`)

export const numbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i)

function some(chance: Chance, count: number, low: number, high: number): number[] {
  return [...new Set(numbers(count).map(() => between(chance, low, high)))]
}
