/** Workspaces by their ids, each with a name that no other has: the repository is named where the branch alone is not enough. */
import type { Orb } from '../../../../../src/core/workspace/orbs.ts'
import { branchTail } from '../orb-words.ts'

interface NamedOrb {
  readonly orb: Orb
  readonly name: string
  /** For the compact view: without folders and usual beginnings. */
  readonly shortName: string
}

export type NamedOrbs = ReadonlyMap<string, NamedOrb>

export function namedOrbs(orbs: readonly Orb[]): NamedOrbs {
  const ours = orbs.filter(({ node }) => node.workspace_id !== null)
  const branches = countsOf(ours.map(({ node }) => node.branch))
  const names = ours.map(({ id, node }) => (branches.get(node.branch) === 1 ? node.branch : id))
  const shorts = names.map(shortened)
  const shortCounts = countsOf(shorts)
  return new Map(
    ours.map((orb, i) => {
      const [name, short] = [names[i]!, shorts[i]!]
      return [
        orb.node.workspace_id!,
        { orb, name, shortName: shortCounts.get(short) === 1 ? short : name },
      ]
    }),
  )
}

export const nameIn = (named: NamedOrbs, workspace: string): string =>
  named.get(workspace)?.name ?? workspace

const USUAL_BEGINNING = /^(feature|feat|bugfix|fix|chore|hotfix|task)[-_](?=.)/

const shortened = (name: string): string => branchTail(name).replace(USUAL_BEGINNING, '')

function countsOf(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}
