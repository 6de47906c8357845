/** The rows of the list: the same trees as in the hall, without what is folded or filtered out. */
import type { Orb } from '../../../../../src/core/workspace/orbs.ts'
import type { Section } from '../sections.ts'

interface RowPlace {
  /** The id of the orb; `repository:` for a repository. */
  readonly id: string
  /** From 1, the repositories. */
  readonly level: number
  /** null: nothing is below it. */
  readonly isOpen: boolean | null
  /** The place of the row among its siblings, from 1. */
  readonly position: number
  readonly siblings: number
}

export type TreeRow = RowPlace &
  (
    | { readonly is: 'repository'; readonly section: Section }
    /** isContext: it is here only because something below it was found. */
    | { readonly is: 'orb'; readonly orb: Orb; readonly isContext: boolean }
  )

export interface TreeSource {
  readonly orbs: readonly Orb[]
  readonly sections: readonly Section[]
  /** null: all of them. */
  readonly shown: ReadonlySet<string> | null
  /** The ids of rows that the user has folded. */
  readonly folded: ReadonlySet<string>
}

const repositoryRow = (repository: string): string => `${repository}:`

/** The orbs come with each parent before its children. */
export function treeRows({ orbs, sections, shown, folded }: TreeSource): readonly TreeRow[] {
  const wanted = shown === null ? orbs : withAncestors(orbs, shown)
  const childrenOf = Map.groupBy(
    wanted,
    ({ parent, repository }) => parent ?? repositoryRow(repository),
  )
  const repositories = sections.filter(
    ({ repository }) => shown === null || childrenOf.has(repositoryRow(repository)),
  )
  return repositories.flatMap((section, i) => {
    const id = repositoryRow(section.repository)
    const place = { id, level: 1, position: i + 1, siblings: repositories.length }
    return [{ is: 'repository', section, isOpen: openness(id), ...place } as const, ...below(id, 2)]
  })

  function below(parent: string, level: number): readonly TreeRow[] {
    if (folded.has(parent)) return []
    const children = childrenOf.get(parent) ?? []
    return children.flatMap((orb, i) => [
      {
        is: 'orb',
        id: orb.id,
        orb,
        isContext: shown !== null && !shown.has(orb.id),
        level,
        isOpen: openness(orb.id),
        position: i + 1,
        siblings: children.length,
      } as const,
      ...below(orb.id, level + 1),
    ])
  }

  function openness(id: string): boolean | null {
    return childrenOf.has(id) ? !folded.has(id) : null
  }
}

function withAncestors(orbs: readonly Orb[], shown: ReadonlySet<string>): readonly Orb[] {
  const kept = new Set<string>()
  for (const { id, parent } of orbs.toReversed())
    if (shown.has(id) || kept.has(id)) {
      kept.add(id)
      if (parent !== null) kept.add(parent)
    }
  return orbs.filter(({ id }) => kept.has(id))
}

export type TreeStep =
  | { readonly to: string }
  | { readonly fold: string }
  | { readonly unfold: string }
  | null

/** What a key does in a tree, as people know it from file trees. */
export function stepInTree(rows: readonly TreeRow[], at: string | null, key: string): TreeStep {
  const index = rows.findIndex(({ id }) => id === at)
  const row = rows[index]
  const to = (next: TreeRow | undefined): TreeStep => (next === undefined ? null : { to: next.id })
  switch (key) {
    case 'ArrowDown':
      return to(rows[index + 1])
    case 'ArrowUp':
      return to(index === -1 ? rows[0] : rows[index - 1])
    case 'Home':
      return to(rows[0])
    case 'End':
      return to(rows.at(-1))
    case 'ArrowRight':
      if (row === undefined || row.isOpen === null) return null
      return row.isOpen ? to(rows[index + 1]) : { unfold: row.id }
    case 'ArrowLeft':
      if (row === undefined) return null
      if (row.isOpen === true) return { fold: row.id }
      return to(rows.slice(0, index).findLast(({ level }) => level < row.level))
    default:
      return null
  }
}
