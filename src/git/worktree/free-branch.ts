/** Finds a free name for a new branch. */

/** The wanted name, or `<wanted>-2` and so on; with "-" for "/" when a part of the name is itself a branch. */
export function freeBranch(wanted: string, taken: readonly string[]): string {
  const isBelow = taken.some((name) => isAbove(name, wanted))
  const first = isBelow ? wanted.replaceAll('/', '-') : wanted
  for (let number = 1; ; number++) {
    const name = number === 1 ? first : `${first}-${number}`
    if (inTheWay(name, taken) === undefined) return name
  }
}

/**
 * The taken name that excludes this one. Git keeps a branch in a file, so `a` and `a/b` cannot both exist;
 * nor, on some disks, can `a` and `A`.
 */
export const inTheWay = (name: string, taken: readonly string[]): string | undefined =>
  taken.find(
    (other) =>
      other.toLowerCase() === name.toLowerCase() || isAbove(other, name) || isAbove(name, other),
  )

const isAbove = (upper: string, lower: string): boolean =>
  lower.toLowerCase().startsWith(`${upper.toLowerCase()}/`)
