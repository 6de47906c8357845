/** Which files two tasks may both change, how likely that is for each, and why we think so. */
import { once } from '../value/once.ts'
import { mayNameSameFile } from './glob-overlap.ts'
import { isRule, shownPath, type LikelyFile } from './likely-files.ts'

/** declared: both name it. coupled: one names it, and the other's foresight expects it. rule: files of one hot glob. */
export type WhyShared = 'declared' | 'coupled' | 'foreseen' | 'rule'

export interface SharedFile {
  readonly path: string
  /** The probability that both change it. */
  readonly chance: number
  readonly why: WhyShared
  readonly warnsOnly: boolean
}

/** The likeliest first. */
export function sharedLikely(
  a: readonly LikelyFile[],
  b: readonly LikelyFile[],
): readonly SharedFile[] {
  const shared = [...declaredByBoth(a, b), ...expectedByOne(a, b)]
  return shared.toSorted((x, y) => y.chance - x.chance)
}

/** The probability that both change at least one of these. */
export const chanceOf = (shared: readonly SharedFile[]): number =>
  1 - shared.reduce((none, { chance }) => none * (1 - chance), 1)

/** The files that can keep two tasks apart. */
export const withoutWarnings = (shared: readonly SharedFile[]): readonly SharedFile[] =>
  shared.filter(({ warnsOnly }) => !warnsOnly)

const isNamed = ({ p }: LikelyFile): boolean => p === 1

function declaredByBoth(a: readonly LikelyFile[], b: readonly LikelyFile[]): readonly SharedFile[] {
  const others = b.filter(isNamed)
  return a.filter(isNamed).flatMap((one) => {
    const met = others.filter((other) => mayNameSameFile(one.path, other.path))
    if (met.length === 0) return []
    const warnsOnly = one.warnsOnly || met.every((other) => other.warnsOnly)
    const why = isRule(one.path) ? 'rule' : 'declared'
    return [{ path: shownPath(one.path), chance: 1, why, warnsOnly }]
  })
}

/** Files that are foreseen for at least one of the two. */
function expectedByOne(a: readonly LikelyFile[], b: readonly LikelyFile[]): readonly SharedFile[] {
  const paths = new Map<string, LikelyFile>()
  for (const file of [...a, ...b]) if (!isNamed(file)) paths.set(file.path, file)
  const [onA, onB] = [chancesOn(a), chancesOn(b)]
  return [...paths.values()].flatMap(({ path, warnsOnly }): readonly SharedFile[] => {
    const [p, q] = [onA(path), onB(path)]
    if (p * q === 0 || p * q === 1) return []
    const why = isRule(path) ? 'rule' : p === 1 || q === 1 ? 'coupled' : 'foreseen'
    return [{ path: shownPath(path), chance: p * q, why, warnsOnly }]
  })
}

/** A task is compared with many others. */
const chancesOn = once((files: readonly LikelyFile[]): ((path: string) => number) => {
  const named = files.filter(isNamed)
  const foreseen = new Map(files.map(({ path, p }) => [path, p]))
  return (path) =>
    named.some((one) => mayNameSameFile(one.path, path)) ? 1 : (foreseen.get(path) ?? 0)
})
