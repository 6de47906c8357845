import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planFrom, SETTINGS } from '../../../../../test/played/play.ts'
import { planGraph, type PlanGraph } from '../../../../../src/core/plan/graph.ts'
import { fitting, meets, type Size } from './camera.ts'
import { neighbour, type Step } from '../../../parts/keys/neighbour.ts'
import { columnsOf, linkPath } from './link-paths.ts'
import { nodePlaces } from './node-places.ts'
import { crossings, orderLayers } from './order-layers.ts'
import { layOut, type PlanLayout } from './plan-layout.ts'

const graphOf = (notation: string): PlanGraph => planGraph(planFrom(notation), SETTINGS)

const NONE = new Set<number>()

const placesOf = ({ nodes }: PlanLayout): readonly string[] =>
  nodes.map(({ cell, x }) =>
    cell.is === 'task' ? `${cell.task} at ${x}` : `${cell.tasks.length} tasks at ${x}`,
  )

/** One task, n tasks that depend on it, and one that depends on all of them. */
const fan = (n: number): PlanGraph => {
  const names = Array.from({ length: n }, (_, i) => `t${i}`)
  return graphOf(['a:', ...names.map((name) => `${name}: a`), `z: ${names.join(' ')}`].join('\n'))
}

type Point = readonly [number, number]

/** Points along a path of M, C and H. */
function pointsOn(path: string): readonly Point[] {
  const points: Point[] = []
  for (const [, command, rest = ''] of path.matchAll(/([MCH])([^MCH]*)/g)) {
    const [a = 0, b = 0, ...more] = rest.split(' ').map(Number)
    const [x, y] = points.at(-1) ?? [a, b]
    // H is a curve that stays at its height.
    const [c, d, e, f] = command === 'C' ? (more as [number, number, number, number]) : [a, y, a, y]
    const height = command === 'H' ? y : b
    for (let t = 0; t <= 1; t += 0.02)
      points.push([bezier(t, [x, a, c, e]), bezier(t, [y, height, d, f])])
  }
  return points
}

const bezier = (t: number, [a, b, c, d]: readonly [number, number, number, number]): number =>
  (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t ** 2 * c + t ** 3 * d

const isInside = ([x, y]: Point, box: PlanLayout['nodes'][number]): boolean =>
  x > box.x + 1 && x < box.x + box.width - 1 && y > box.y && y < box.y + box.height

describe('the layout of a plan', () => {
  it('has the batches from left to right, each in a band of its own', () => {
    const layout = layOut(graphOf('a:\nb: a\nc: a\nd: b c'), { opened: NONE })
    expect(placesOf(layout)).toEqual(['0 at 0', '1 at 256', '2 at 256', '3 at 512'])
    expect(layout.bands.map(({ batch, x, width }) => [batch, x, x + width])).toEqual([
      [0, -16, 212],
      [1, 240, 468],
      [2, 496, 724],
    ])
  })

  it('links what comes after what', () => {
    const { links, nodes, nodeOf } = layOut(graphOf('a:\nb: a\nc: a\nd: b c'), { opened: NONE })
    const tasks = links.map((link) =>
      link.map((node) => {
        const { cell } = nodes[node]!
        return cell.is === 'task' ? cell.task : -1
      }),
    )
    expect(tasks).toEqual([
      [0, 1],
      [0, 2],
      [1, 3],
      [2, 3],
    ])
    expect([...nodeOf].map((node) => nodes[node]!.cell)).toMatchObject(
      [0, 1, 2, 3].map((task) => ({ task })),
    )
  })

  it('draws no line behind a task', () => {
    const plan = 'a:\nb: a\nc: a\nd: a\ne: a b\nf: c\ng: a e\nh: d a g'
    const { nodes, links } = layOut(graphOf(plan), { opened: NONE })
    const hidden = links.flatMap(([a, b]) => {
      const points = pointsOn(linkPath(nodes[a]!, nodes[b]!, columnsOf(nodes)))
      return nodes.filter((node) => points.some((point) => isInside(point, node)))
    })
    expect(hidden).toEqual([])
  })

  it('closes the batches of a large plan, until one is opened', () => {
    const graph = fan(500)
    expect(placesOf(layOut(graph, { opened: NONE }))).toEqual([
      '0 at 0',
      '500 tasks at 256',
      '501 at 512',
    ])
    const { links, nodes } = layOut(graph, { opened: NONE })
    expect(links).toEqual([
      [0, 1],
      [1, 2],
    ])
    expect(nodes).toHaveLength(3)
    expect(layOut(graph, { opened: new Set([1]) }).nodes).toHaveLength(502)
  })

  it('does not close up batches of which nothing would be saved', () => {
    const lines = Array.from({ length: 450 }, (_, i) => `t${i}: ${i > 0 ? `t${i - 1}` : ''}`)
    expect(layOut(graphOf(lines.join('\n')), { opened: NONE }).nodes).toHaveLength(450)
  })

  it('makes a batch of many tasks wide rather than endless', () => {
    const { size } = layOut(fan(390), { opened: NONE })
    expect(size.height).toBeLessThan(3 * size.width)
  })

  it('fills its screen: a batch of many tasks becomes as wide as the screen is', () => {
    const task = { width: 240, height: 76 }
    const filledBy = (graph: PlanGraph, room: Size) => {
      const { size } = layOut(graph, { opened: NONE, task, room })
      const { scale } = fitting(size, room)
      return {
        scale,
        wide: (size.width * scale) / room.width,
        tall: (size.height * scale) / room.height,
      }
    }
    const flat = graphOf(Array.from({ length: 60 }, (_, i) => `t${i}:`).join('\n'))
    for (const room of [
      { width: 1400, height: 700 },
      { width: 980, height: 980 },
    ]) {
      const { scale, wide, tall } = filledBy(flat, room)
      expect(scale).toBeGreaterThan(0.55)
      expect(wide * tall).toBeGreaterThan(0.7)
    }
    const chain = filledBy(graphOf('a:\nb: a\nc: b'), { width: 1400, height: 700 })
    expect(chain.wide).toBeGreaterThan(0.75)
  })

  it('lets no two tasks stand on each other, whatever the plan', () => {
    const plans = fc.array(fc.array(fc.nat(30), { maxLength: 3 }), { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(plans, (drawn) => {
        const lines = drawn.map((before, i) => {
          const earlier = new Set(before.filter((other) => other < i))
          return `t${i}: ${[...earlier].map((other) => `t${other}`).join(' ')}`
        })
        const { nodes } = layOut(graphOf(lines.join('\n')), { opened: NONE })
        expect(nodes).toHaveLength(drawn.length)
        nodes.forEach((a, i) => nodes.slice(i + 1).forEach((b) => expect(meets(a, b)).toBe(false)))
      }),
      { numRuns: 50 },
    )
  })

  it('takes a plan of 10,000 tasks', () => {
    const lines = Array.from({ length: 10_000 }, (_, i) =>
      i < 100 ? `t${i}:` : `t${i}: t${i - 100} t${i - 100 + ((i * 7) % 50)}`,
    )
    const graph = graphOf(lines.join('\n'))
    expect(layOut(graph, { opened: NONE }).nodes.length).toBeLessThan(400)
  })
})

describe('the order within layers', () => {
  it('lets lines cross as little as possible', () => {
    const twisted = {
      layers: [
        [0, 1, 2],
        [3, 4, 5],
      ],
      links: [
        [0, 5],
        [1, 4],
        [2, 3],
      ] as const,
    }
    expect(crossings(twisted)).toBe(3)
    expect(orderLayers(twisted)).toEqual([
      [0, 1, 2],
      [5, 4, 3],
    ])
  })

  it('is never worse than the order of the plan, and loses no task', () => {
    const links = fc.array(fc.tuple(fc.nat(5), fc.nat(5), fc.boolean()), { maxLength: 40 })
    fc.assert(
      fc.property(links, (drawn) => {
        const layers = [0, 1, 2].map((layer) => [0, 1, 2, 3, 4, 5].map((i) => layer * 6 + i))
        const given = {
          layers,
          links: drawn.map(([a, b, isLater]) =>
            isLater ? ([6 + a, 12 + b] as const) : ([a, 6 + b] as const),
          ),
        }
        const ordered = orderLayers(given)
        expect(crossings({ ...given, layers: ordered })).toBeLessThanOrEqual(crossings(given))
        expect(ordered.map((layer) => layer.toSorted((a, b) => a - b))).toEqual(layers)
      }),
    )
  })

  it('counts lines that cross as one sees them', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(6), fc.nat(6)), { maxLength: 20 }), (drawn) => {
        const layers = [
          [0, 1, 2, 3, 4, 5, 6],
          [7, 8, 9, 10, 11, 12, 13],
        ]
        const links = drawn.map(([a, b]) => [a, 7 + b] as const)
        const seen = links.flatMap(([a, b], i) =>
          links.slice(i + 1).filter(([c, d]) => (a - c) * (b - d) < 0),
        )
        expect(crossings({ layers, links })).toBe(seen.length)
      }),
    )
  })
})

describe('the arrow keys', () => {
  const layout = layOut(graphOf('a:\nb: a\nc: a\nd: b c\ne: a'), { opened: NONE })
  const { nodes } = layout
  const from = (task: number, to: Step): number | null => neighbour(nodePlaces(layout), task, to)

  it('go up and down in a batch, and to the nearest of the next', () => {
    const [top, middle] = nodes.filter(({ x }) => x === 256)
    const taskAt = (node: typeof top) => (node!.cell as { task: number }).task
    expect(from(taskAt(top), 'down')).toBe(taskAt(middle))
    expect(from(taskAt(top), 'up')).toBeNull()
    expect(from(taskAt(top), 'left')).toBe(0)
    expect(from(0, 'right')).toBe(taskAt(middle))
    expect(from(3, 'right')).toBeNull()
    expect(from(-1, 'up')).toBe(0)
    expect(from(taskAt(middle), 'first')).toBe(taskAt(top))
  })
})
