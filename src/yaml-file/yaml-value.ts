/**
 * Turns the nodes of a YAML document into plain values: it follows aliases and merge keys, and finds what
 * the YAML library would accept (a key that is given twice, an alias bomb).
 */
import { isAlias, isMap, isScalar, isSeq } from 'yaml'
import type { Alias, LineCounter, Node, Pair, YAMLMap } from 'yaml'
import type { Fault } from './parse-yaml.ts'

/** The node that each alias stands for; an anchor may be set again, so its name alone does not tell. */
export type AliasTargets = ReadonlyMap<Alias, Node>

interface YamlValue {
  readonly value: unknown
  readonly faults: readonly Fault[]
  readonly targets: AliasTargets
}

type Mapping = Record<string, unknown>

interface Anchored {
  readonly node: Node
  readonly value: unknown
  /** How many nodes the anchor stands for, with its own aliases written out. */
  readonly size: number
}

interface Reading {
  readonly lines: LineCounter
  readonly faults: Fault[]
  readonly targets: Map<Alias, Node>
  readonly anchors: Map<string, Anchored>
  /** Anchors whose node is still being read: an alias to one would contain itself. */
  readonly open: Set<string>
  /** The number of nodes so far, with every alias written out. */
  nodes: number
}

const MOST_NODES = 2_000_000

export function valueOf(root: Node | null, lines: LineCounter): YamlValue {
  const reading: Reading = {
    lines,
    faults: [],
    targets: new Map(),
    anchors: new Map(),
    open: new Set(),
    nodes: 0,
  }
  const value = readNode(root, reading)
  return { value, faults: reading.faults, targets: reading.targets }
}

export const offsetOf = (node: Node | null | undefined): number => node?.range?.[0] ?? 0

/** Whether the key is `<<` without quotes; in quotes it is a key like any other. */
export const isMergeKey = (key: unknown): boolean =>
  isScalar(key) && key.value === '<<' && key.type === 'PLAIN'

function readNode(node: unknown, reading: Reading): unknown {
  reading.nodes++
  if (isAlias(node)) return readAlias(node, reading)
  if (isScalar(node)) return readAnchored(node, reading, () => node.value)
  if (isMap(node)) return readAnchored(node, reading, () => readMap(node, reading))
  if (!isSeq(node)) return null
  return readAnchored(node, reading, () => node.items.map((item) => readNode(item, reading)))
}

function readAnchored(
  node: Node & { anchor?: string },
  reading: Reading,
  read: () => unknown,
): unknown {
  const { anchor } = node
  if (anchor === undefined) return read()
  const before = reading.nodes
  reading.open.add(anchor)
  const value = read()
  reading.open.delete(anchor)
  reading.anchors.set(anchor, { node, value, size: reading.nodes - before + 1 })
  return value
}

function readAlias(alias: Alias, reading: Reading): unknown {
  const name = alias.source
  if (reading.open.has(name)) return fault(reading, alias, `*${name} stands inside what it repeats`)
  const anchored = reading.anchors.get(name)
  if (anchored === undefined) {
    const hint = `write &${name} in front of the value to be repeated`
    return fault(reading, alias, `*${name} repeats something that was never named`, hint)
  }
  reading.targets.set(alias, anchored.node)
  return writtenOut(alias, anchored, reading)
}

function writtenOut(alias: Alias, { value, size }: Anchored, reading: Reading): unknown {
  const wasWithinBounds = reading.nodes <= MOST_NODES
  reading.nodes += size
  if (reading.nodes <= MOST_NODES) return value
  if (!wasWithinBounds) return null
  const message = `aliases make this file larger than ${MOST_NODES} values when written out`
  return fault(reading, alias, message, 'repeat less by alias (this is how alias bombs are made)')
}

function readMap(map: YAMLMap, reading: Reading): Mapping {
  const own: Mapping = {}
  const merged: Mapping[] = []
  const seen = new Map<string, Node>()
  for (const pair of map.items) {
    if (isMergeKey(pair.key)) merged.push(...readMerge(pair, reading))
    else readPair(pair, own, seen, reading)
  }
  return merged.length === 0 ? own : Object.assign({}, ...merged.toReversed(), own)
}

function readPair(pair: Pair, own: Mapping, seen: Map<string, Node>, reading: Reading): void {
  const key = pair.key as Node
  const name = keyName(key, reading)
  const value = readNode(pair.value, reading)
  if (name === null) return
  const first = seen.get(name)
  if (first === undefined) seen.set(name, key)
  else saidTwice(name, key, first, reading)
  own[name] = value
}

function keyName(key: Node, reading: Reading): string | null {
  if (!isScalar(key)) return fault(reading, key, 'a key must be a plain word')
  if (key.value === null) return fault(reading, key, 'there is no key before this colon')
  const name = `${key.value as string | number | boolean}`
  return name === '__proto__' ? fault(reading, key, `"${name}" cannot be a key`) : name
}

function saidTwice(name: string, second: Node, first: Node, reading: Reading): void {
  const { line } = reading.lines.linePos(offsetOf(first))
  const message = `"${name}" is said twice in the same mapping, first in line ${line}`
  fault(reading, second, message, 'keep one of the two')
}

function readMerge(pair: Pair, reading: Reading): readonly Mapping[] {
  const value = readNode(pair.value, reading)
  const sources: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (sources.every(isMapping)) return sources
  fault(reading, pair.key as Node, '"<<" can only take in mappings', 'write <<: *name')
  return []
}

const isMapping = (value: unknown): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function fault(reading: Reading, node: Node, message: string, hint: string | null = null): null {
  reading.faults.push({ offset: offsetOf(node), message, hint })
  return null
}
