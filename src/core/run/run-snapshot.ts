/** A run as one JSON document, for clients that join late: they go on folding events from there. */
import { planGraph } from '../plan/graph.ts'
import type { Run } from './run.ts'

/** Maps and sets become lists under their kind; the graph is computed again from the plan. */
export type RunSnapshot = Readonly<Record<string, unknown>>

export const packRun = ({ graph: _graph, ...run }: Run): RunSnapshot =>
  Object.fromEntries(Object.entries(run).map(([key, value]) => [key, packed(value)]))

export function unpackRun(snapshot: RunSnapshot): Run {
  const fields = Object.entries(snapshot).map(([key, value]) => [key, unpacked(value)])
  const run = Object.fromEntries(fields) as Omit<Run, 'graph'>
  return { ...run, graph: planGraph(run.plan, run.settings) }
}

interface PackedMap {
  readonly map: readonly (readonly [unknown, unknown])[]
}

interface PackedSet {
  readonly set: readonly unknown[]
}

function packed(value: unknown): unknown {
  if (value instanceof Map) return { map: [...value] } satisfies PackedMap
  if (value instanceof Set) return { set: [...value] } satisfies PackedSet
  return value
}

function unpacked(value: unknown): unknown {
  if (isOnly('map', value)) return new Map((value as PackedMap).map)
  if (isOnly('set', value)) return new Set((value as PackedSet).set)
  return value
}

const isOnly = (key: string, value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).join() === key
