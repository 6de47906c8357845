/** Asks GitHub for the pull requests of many branches: one request for 30 of them. */
import type { SeenPull } from '../../../core/forge/seen-pull.ts'
import type { Github } from '../call/connection.ts'
import { queryRepository, type MissingPart } from '../call/query.ts'
import { nodesIn, rowIn, textIn, type Row } from '../call/sent.ts'
import { aliasOf, pullsQuery } from './pulls-query.ts'
import { seenPullOf } from './seen-pull-of.ts'

const MOST_BRANCHES = 30

/** How many pull requests of a branch are read when the newest is from a fork with a branch of the same name. */
const BEHIND_FORKS = 20

/** Returns the newest pull request of each branch; a branch without one is not in the answer. Rejects like queryRepository. */
export async function askPulls(
  github: Github,
  branches: readonly string[],
): Promise<readonly SeenPull[]> {
  const all = [...new Set(branches)]
  const pulls: SeenPull[] = []
  for (let start = 0; start < all.length; start += MOST_BRANCHES)
    pulls.push(...(await askSome(github, all.slice(start, start + MOST_BRANCHES))))
  return pulls
}

async function askSome(github: Github, branches: readonly string[]): Promise<readonly SeenPull[]> {
  const { ours, hidden } = await newestOf(github, branches, 1)
  // Anybody can open a pull request from a fork, with a branch of any name.
  if (hidden.length === 0) return ours
  return [...ours, ...(await newestOf(github, hidden, BEHIND_FORKS)).ours]
}

interface Newest {
  readonly ours: readonly SeenPull[]
  /** Branches for which only pull requests of forks were found. */
  readonly hidden: readonly string[]
}

async function newestOf(
  github: Github,
  branches: readonly string[],
  ofEach: number,
): Promise<Newest> {
  const variables = Object.fromEntries(branches.map((branch, n) => [aliasOf(n), branch]))
  const query = pullsQuery(branches.length, ofEach)
  const repository = await queryRepository(github, { query, variables, canMiss: isInsidePull })
  const answers = branches.map((branch, n) => ({ branch, pulls: nodesIn(repository, aliasOf(n)) }))
  const chosen = answers.map(({ branch, pulls }) => ({
    branch,
    isAny: pulls.length > 0,
    pull: pulls.find((each) => isOf(repository, each)),
  }))
  return {
    ours: chosen.flatMap(({ pull }) => (pull === undefined ? [] : [seenPullOf(pull)])),
    hidden: chosen.flatMap(({ branch, isAny, pull }) =>
      isAny && pull === undefined ? [branch] : [],
    ),
  }
}

/** A token that may not see checks still gets the pull requests. */
const isInsidePull = ({ type, path }: MissingPart): boolean =>
  type === 'FORBIDDEN' && path.length > ['repository', 'b0', 'nodes', 0].length

/** The branch is in the repository itself, not in a fork. */
const isOf = (repository: Row, pull: Row): boolean =>
  textIn(rowIn(pull, 'headRepository'), 'nameWithOwner') === textIn(repository, 'nameWithOwner')
