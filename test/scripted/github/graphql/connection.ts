/** Connections of GraphQL: pages by cursor, with GitHub's demand for `first` or `last`. */
import { GraphQLError } from 'graphql'

export interface PageArguments {
  readonly first?: number | null
  readonly last?: number | null
  readonly after?: string | null
  readonly before?: string | null
}

export function connection<T>(
  name: string,
  all: readonly T[],
  page: PageArguments,
  tell: (one: T) => unknown,
) {
  refuse(name, page)
  const from = page.after ? indexOf(page.after) + 1 : 0
  const to = page.before ? indexOf(page.before) : all.length
  const start = typeof page.last === 'number' ? Math.max(from, to - page.last) : from
  const end = typeof page.first === 'number' ? Math.min(to, from + page.first) : to
  const nodes = all.slice(start, end).map(tell)
  const edges = nodes.map((node, n) => ({ node, cursor: cursorOf(start + n) }))
  return {
    totalCount: all.length,
    nodes,
    edges,
    pageInfo: {
      hasNextPage: end < all.length,
      hasPreviousPage: start > 0,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  }
}

function refuse(name: string, { first, last }: PageArguments): void {
  const count = first ?? last ?? null
  if (count === null)
    throw typed(
      'MISSING_PAGINATION_BOUNDARIES',
      `You must provide a \`first\` or \`last\` value to properly paginate the \`${name}\` connection.`,
    )
  if (count > 100)
    throw typed(
      'EXCESSIVE_PAGINATION',
      `Requesting ${count} records on the \`${name}\` connection exceeds the \`first\` limit of 100 records.`,
    )
}

/** An error in the form of GitHub, which has its type beside the message. */
const typed = (type: string, message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { type } })

const cursorOf = (index: number): string => Buffer.from(`cursor:v2:${index}`).toString('base64')

const indexOf = (cursor: string): number =>
  Number(Buffer.from(cursor, 'base64').toString().split(':').at(-1))
