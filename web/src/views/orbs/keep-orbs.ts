/** Orbs that have not changed stay the same objects when new data comes, so that nothing is drawn again for them. */
import type { Orb } from '../../../../src/core/workspace/orbs.ts'

export function keepOrbs(before: readonly Orb[], after: readonly Orb[]): readonly Orb[] {
  const old = new Map(before.map((orb) => [orb.id, orb]))
  const kept = after.map((orb) => {
    const same = old.get(orb.id)
    return same !== undefined && isSame(same, orb) ? same : orb
  })
  const isUnchanged = kept.length === before.length && kept.every((orb, i) => orb === before[i])
  return isUnchanged ? before : kept
}

/** The orbs whose agent has just stopped working. */
export function justStopped(before: readonly Orb[], after: readonly Orb[]): readonly string[] {
  const working = new Set(before.filter(({ state }) => state === 'working').map(({ id }) => id))
  return after.filter(({ id, state }) => working.has(id) && state !== 'working').map(({ id }) => id)
}

/** For plain data, as it comes from JSON. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(other).length &&
    keys.every(
      (key) => Object.hasOwn(other, key) && isSame((one as Fields)[key], (other as Fields)[key]),
    )
  )
}

type Fields = Readonly<Record<string, unknown>>
