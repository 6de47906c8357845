/** Asks GitHub which open pull requests go into some branches, also those of forks: one request for 30 branches. */
import type { PullsInto } from '../../../conduct/forge-ports.ts'
import type { Github } from '../call/connection.ts'
import { queryRepository } from '../call/query.ts'
import { nodesIn, numberIn } from '../call/sent.ts'
import { aliasOf } from './pulls-query.ts'

const MOST_BRANCHES = 30

/** Rejects like queryRepository. */
export async function askPullsInto(
  github: Github,
  branches: readonly string[],
): Promise<PullsInto> {
  const all = [...new Set(branches)]
  const numbersOfBranch = new Map<string, readonly number[]>()
  for (let start = 0; start < all.length; start += MOST_BRANCHES)
    for (const [branch, numbers] of await askSome(github, all.slice(start, start + MOST_BRANCHES)))
      if (numbers.length > 0) numbersOfBranch.set(branch, numbers)
  return numbersOfBranch
}

async function askSome(
  github: Github,
  branches: readonly string[],
): Promise<readonly (readonly [string, readonly number[]])[]> {
  const variables = Object.fromEntries(branches.map((branch, n) => [aliasOf(n), branch]))
  const repository = await queryRepository(github, { query: queryFor(branches.length), variables })
  return branches.map((branch, n) => [
    branch,
    nodesIn(repository, aliasOf(n)).flatMap((pull) => numberIn(pull, 'number') ?? []),
  ])
}

function queryFor(branches: number): string {
  const all = Array.from({ length: branches }, (_, n) => aliasOf(n))
  const asked = all.map(
    (alias) =>
      `    ${alias}: pullRequests(baseRefName: $${alias}, states: [OPEN], first: 10) { nodes { number } }`,
  )
  return `
query PullRequestsInto($owner: String!, $name: String!, ${all.map((alias) => `$${alias}: String!`).join(', ')}) {
  repository(owner: $owner, name: $name) {
    nameWithOwner
${asked.join('\n')}
  }
}`
}
