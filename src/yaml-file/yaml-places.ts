/** Finds where a value of a YAML document stands in the text. Used only for values that are wrong. */
import { isAlias, isMap, isSeq } from 'yaml'
import type { Node, Pair, YAMLMap } from 'yaml'
import type { Path } from './problem.ts'
import { isMergeKey, offsetOf } from './yaml-value.ts'
import type { AliasTargets } from './yaml-value.ts'

interface Spot {
  readonly key: Node | null
  readonly value: Node | null
}

/** The offset of the value at the path, or of the last step of the path that exists. */
export function findOffset(
  root: Node | null,
  path: Path,
  at: 'key' | 'value',
  targets: AliasTargets,
): number {
  let spot: Spot = { key: null, value: root }
  for (const step of path) {
    const next = stepInto(follow(spot.value, targets), step, targets)
    if (next === null) return spotOffset(spot, 'value')
    spot = next
  }
  return spotOffset(spot, at)
}

/** A missing value has no place of its own, so the place of its key is used. */
function spotOffset({ key, value }: Spot, at: 'key' | 'value'): number {
  const isNothing = value?.range === undefined || value?.range?.[0] === value?.range?.[1]
  return offsetOf(key !== null && (at === 'key' || isNothing) ? key : value)
}

function stepInto(node: unknown, step: string | number, targets: AliasTargets): Spot | null {
  if (isMap(node)) return stepIntoMap(node, String(step), targets)
  const item = isSeq(node) ? node.items[Number(step)] : undefined
  return item === undefined ? null : { key: null, value: item as Node }
}

function stepIntoMap(map: YAMLMap, step: string, targets: AliasTargets): Spot | null {
  const own = map.items.find((pair) => !isMergeKey(pair.key) && keyText(pair) === step)
  if (own !== undefined) return { key: own.key as Node, value: own.value as Node | null }
  for (const pair of map.items.filter(({ key }) => isMergeKey(key))) {
    const spot = stepIntoMerged(follow(pair.value, targets), step, targets)
    if (spot !== null) return spot
  }
  return null
}

function stepIntoMerged(merged: unknown, step: string, targets: AliasTargets): Spot | null {
  if (!isSeq(merged)) return isMap(merged) ? stepIntoMap(merged, step, targets) : null
  for (const item of merged.items) {
    const spot = stepIntoMerged(follow(item, targets), step, targets)
    if (spot !== null) return spot
  }
  return null
}

const keyText = ({ key }: Pair): string => String((key as { value?: unknown } | null)?.value)

const follow = (node: unknown, targets: AliasTargets): unknown =>
  isAlias(node) ? targets.get(node) : node
