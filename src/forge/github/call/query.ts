/** Sends a GraphQL query to GitHub, and accepts a partial answer if the missing parts are not needed. */
import { OddAnswer } from './odd-answer.ts'
import type { Github } from './connection.ts'
import { isRow, rowIn, rowsIn, textIn, type Row } from './sent.ts'

export interface Question {
  readonly query: string
  readonly variables: Readonly<Record<string, unknown>>
  /** Whether the answer is useful without this part. By default it is not. */
  readonly canMiss?: (part: MissingPart) => boolean
}

export interface MissingPart {
  readonly type: string
  /** The path in the answer, such as repository, b0, nodes, 0, commits. */
  readonly path: readonly unknown[]
}

/** Returns the repository in the answer. Rejects with errors of Octokit, or with OddAnswer. */
export async function queryRepository(
  { octokit, repository }: Github,
  { query, variables, canMiss = () => false }: Question,
): Promise<Row> {
  const { owner, repo } = repository
  const all = { ...variables, owner, name: repo }
  const answer = await octokit
    .graphql(query, all)
    .catch((error: unknown) => answerInPart(error, canMiss))
  const row = rowIn(answer, 'repository')
  if (textIn(row, 'nameWithOwner') === '') throw new OddAnswer('not-understood')
  return row
}

function answerInPart(error: unknown, canMiss: (part: MissingPart) => boolean): Row {
  const data = isRow(error) ? error['data'] : null
  if (
    isRow(data) &&
    isRow(data['repository']) &&
    rowsIn(error, 'errors').map(partOf).every(canMiss)
  )
    return data
  throw error
}

const partOf = (error: Row): MissingPart => ({
  type: textIn(error, 'type'),
  path: Array.isArray(error['path']) ? error['path'] : [],
})
