/** What a query costs, as GitHub counts it: the requests that its connections would take, in hundreds; and the nodes it may return. */
import {
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type SelectionSetNode,
} from 'graphql'

export interface Cost {
  readonly points: number
  readonly nodes: number
}

type Variables = Readonly<Record<string, unknown>>

export function costOf(document: DocumentNode, variables: Variables): Cost {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const one of document.definitions)
    if (one.kind === Kind.FRAGMENT_DEFINITION) fragments.set(one.name.value, one)
  let requests = 0
  let nodes = 0

  function walk(selections: SelectionSetNode | undefined, parents: number): void {
    for (const one of selections?.selections ?? []) {
      if (one.kind === Kind.INLINE_FRAGMENT) walk(one.selectionSet, parents)
      else if (one.kind === Kind.FRAGMENT_SPREAD)
        walk(fragments.get(one.name.value)?.selectionSet, parents)
      else walkField(one, parents)
    }
  }

  function walkField(field: FieldNode, parents: number): void {
    const count = countOf(field, variables)
    if (count !== null) {
      requests += parents
      nodes += parents * count
    }
    walk(field.selectionSet, parents * (count ?? 1))
  }

  for (const one of document.definitions)
    if (one.kind === Kind.OPERATION_DEFINITION) walk(one.selectionSet, 1)
  return { points: Math.max(1, Math.round(requests / 100)), nodes }
}

/** How many a connection is asked for; null for a field that is none. */
function countOf({ arguments: given = [] }: FieldNode, variables: Variables): number | null {
  for (const { name, value } of given) {
    if (name.value !== 'first' && name.value !== 'last') continue
    if (value.kind === Kind.INT) return Number(value.value)
    if (value.kind === Kind.VARIABLE) {
      const read = variables[value.name.value]
      if (typeof read === 'number') return read
    }
  }
  return null
}
