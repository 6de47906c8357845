/**
 * Measures how long offline orderings take, from the request to the answer: through our API (tree in the request, checked, ordered, described,
 * simulated, answered as JSON), and the five orderings alone. Processor time, because machines are shared. The baseline, in the same process, is
 * reading and writing the same trees as JSON.
 *
 *   node bench/suggest.ts [--quick]
 */
import { ORDERING_IDS } from '../src/core/ordering/orderings.ts'
import { ASSUMED_TIMES } from '../src/core/ordering/predict-time.ts'
import { suggestOffline } from '../src/core/ordering/suggest-offline.ts'
import type { RequestedNode } from '../src/core/ordering/suggestion.ts'
import { workspaceGraph, type Trees } from '../src/core/ordering/workspace-graph.ts'
import { serveGame } from '../test/played/served-game.ts'
import { median } from './median.ts'
import { printTable } from './print-table.ts'
import { chanceFrom } from './random-plans.ts'

const TIMES = process.argv.includes('--quick') ? 3 : 9
const LIMIT = new Map([
  [60, 200],
  [5000, 1000],
])

type Node = { -readonly [Key in keyof RequestedNode]: RequestedNode[Key] } & { children: Node[] }

/** Eight repositories; a branch stands on the default branch, or on any other. */
function randomTrees(count: number): Trees {
  const chance = chanceFrom(count)
  const roots = Array.from({ length: 8 }, (): Node => ({ branch: 'main', children: [] }))
  const all: Node[] = [...roots]
  for (let i = 0; i < count; i++) {
    const parent = all[Math.floor(chance() * (chance() < 0.4 ? roots.length : all.length))]!
    const ci_status = (['pass', 'fail', 'pending', ''] as const)[Math.floor(chance() * 4)]!
    const node: Node = {
      branch: `feature/some-branch-${i}`,
      name: `Some branch ${i}`,
      workspace_id: `workspace-${i}`,
      pr_number: i + 1,
      ci_status,
      children: [],
    }
    parent.children.push(node)
    all.push(node)
  }
  return Object.fromEntries(roots.map((root, i) => [`repository-${i}`, root]))
}

const WISH = {
  maxParallel: null,
  agents: 4,
  preference: null,
  count: 5,
  times: ASSUMED_TIMES,
  rules: {},
}

using shop = await serveGame('a:', { isWaiting: true })

async function measured(work: () => unknown): Promise<number> {
  const times: number[] = []
  for (let i = 0; i <= TIMES; i++) {
    const began = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(began)
    times.push((user + system) / 1000)
  }
  return median(times.slice(1))
}

const rows: (string | number)[][] = []
for (const count of [60, 500, 5000]) {
  const trees = randomTrees(count)
  const body = JSON.stringify({ trees, engine: 'offline', count: ORDERING_IDS.length })
  const headers = { 'content-type': 'application/json' }
  const json = await measured(() => JSON.stringify(JSON.parse(body)))
  const orderings = await measured(() => suggestOffline(workspaceGraph(trees), WISH))
  const request = await measured(async () => {
    const answer = await shop.request('/api/suggest-parallelization', {
      method: 'POST',
      body,
      headers,
    })
    await answer.json()
  })
  const limit = LIMIT.get(count)
  rows.push([
    count,
    json.toFixed(1),
    orderings.toFixed(1),
    request.toFixed(1),
    (request / json).toFixed(1),
    limit ?? '',
  ])
  if (limit !== undefined && request > limit) process.exitCode = 1
}
printTable(['workspaces', 'JSON, ms', 'orderings, ms', 'request, ms', 'ratio', 'limit, ms'], rows)
