/** A name for a new branch beside those that are there. */

/** The wanted name, or `<wanted>-2` and so on; with "-" for "/" where a part of it is itself a branch. */
export function freeBranch(wanted: string, taken: readonly string[]): string {
  const isBelow = taken.some((name) => isAbove(name, wanted))
  const first = isBelow ? wanted.replaceAll('/', '-') : wanted
  for (let number = 1; ; number++) {
    const name = number === 1 ? first : `${first}-${number}`
    if (inTheWay(name, taken) === undefined) return name
  }
}

/** Git keeps a branch in a file, so that `a` and `a/b` cannot both be; nor, on some disks, `a` and `A`. */
export const inTheWay = (name: string, taken: readonly string[]): string | undefined =>
  taken.find(
    (other) =>
      other.toLowerCase() === name.toLowerCase() || isAbove(other, name) || isAbove(name, other),
  )

const isAbove = (upper: string, lower: string): boolean =>
  lower.toLowerCase().startsWith(`${upper.toLowerCase()}/`)
