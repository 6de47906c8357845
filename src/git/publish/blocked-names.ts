/** Finds names that a branch of the remote cannot have, because of a branch below it or above it. */
import type { BlockedNames } from '../../core/forge/branch-place.ts'
import type { ForgeAnswer } from '../../core/forge/forge-problem.ts'
import { foldersAbove } from '../../core/value/folders-above.ts'
import { listBranches, type FetchPlace } from './fetch-branches.ts'

export async function blockedNames(
  place: FetchPlace,
  names: readonly string[],
): Promise<ForgeAnswer<BlockedNames>> {
  if (names.length === 0) return { ok: true, value: new Map() }
  const around = names.flatMap((name) => [`${name}/*`, ...foldersAbove(name)])
  const listed = await listBranches(place, [...new Set(around)])
  if (!listed.ok) return listed
  const branches = [...listed.value.keys()]
  const inTheWay = (name: string): string | undefined =>
    branches.find((branch) => branch.startsWith(`${name}/`) || name.startsWith(`${branch}/`))
  return { ok: true, value: new Map(names.flatMap((name) => pairOf(name, inTheWay(name)))) }
}

const pairOf = (name: string, branch: string | undefined): readonly (readonly [string, string])[] =>
  branch === undefined ? [] : [[name, branch]]
