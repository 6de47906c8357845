/** Repositories and refs as GraphQL tells them. */
import { Refused } from '../../http/refused.ts'
import { commitOf } from '../../git/bare-repository.ts'
import {
  fullName,
  issuesOf,
  pullsOf,
  type Issue,
  type Pull,
  type Repository,
} from '../../state/model.ts'
import { nodeId } from '../../state/node-id.ts'
import { connection, type PageArguments } from '../connection.ts'
import { needing, type Viewer } from '../viewer.ts'
import { actorNode } from './actor.ts'
import { commitNode } from './commit.ts'
import { labelNode } from './issue.ts'
import { refNode } from './ref.ts'

interface ListArguments extends PageArguments {
  readonly states?: readonly string[] | null
  readonly labels?: readonly string[] | null
  readonly headRefName?: string | null
  readonly baseRefName?: string | null
  readonly orderBy?: { readonly field: string; readonly direction: string } | null
}

export function repositoryNode(viewer: Viewer, repository: Repository): object {
  const { world } = viewer
  return {
    __typename: 'Repository',
    id: nodeId(world, 'Repository', repository),
    databaseId: repository.id,
    name: repository.name,
    nameWithOwner: fullName(repository),
    owner: () => actorNode(viewer, repository.owner),
    url: `${world.address}/${fullName(repository)}`,
    isPrivate: repository.isPrivate,
    isFork: false,
    isArchived: false,
    deleteBranchOnMerge: repository.deleteBranchOnMerge,
    viewerPermission: viewer.token.rights.contents === 'write' ? 'WRITE' : 'READ',
    defaultBranchRef: () => refNode(viewer, repository, repository.defaultBranch),
    ref: ({ qualifiedName }: { readonly qualifiedName: string }) =>
      refNode(viewer, repository, qualifiedName.replace(/^refs\/heads\//, '')),
    object: async ({
      oid,
      expression,
    }: {
      readonly oid?: string
      readonly expression?: string
    }) => {
      const found = await commitOf(repository.folder, oid ?? expression ?? '')
      return found === null ? null : commitNode(viewer, repository, found)
    },
    labels: (page: PageArguments) =>
      connection('labels', [...repository.labels.values()], page, (one) => labelNode(viewer, one)),
    ...conversations(viewer, repository),
  }
}

function conversations(viewer: Viewer, repository: Repository) {
  return {
    pullRequests: (given: ListArguments) =>
      needing(viewer, 'pull_requests', () => {
        const found = ordered(pullsOf(repository).filter(matchingPull(given)), given)
        return connection('pullRequests', found, given, (pull) => viewer.show.pull(pull))
      }),
    pullRequest: ({ number }: { readonly number: number }) =>
      needing(viewer, 'pull_requests', () => {
        const found = repository.conversations.get(number)
        if (found?.kind === 'pull') return viewer.show.pull(found)
        throw new Refused(404, {
          message: `Could not resolve to a PullRequest with the number of ${number}.`,
        })
      }),
    issues: (given: ListArguments) =>
      needing(viewer, 'issues', () => {
        const found = ordered(issuesOf(repository).filter(matchingIssue(given)), given)
        return connection('issues', found, given, (issue) => viewer.show.issue(issue))
      }),
    issue: ({ number }: { readonly number: number }) =>
      needing(viewer, 'issues', () => {
        const found = repository.conversations.get(number)
        if (found?.kind === 'issue') return viewer.show.issue(found)
        throw new Refused(404, {
          message: `Could not resolve to an Issue with the number of ${number}.`,
        })
      }),
  }
}

const stateOf = (one: Issue | Pull): string =>
  one.kind === 'pull' && one.merged !== null ? 'MERGED' : one.state.toUpperCase()

const hasLabels = (one: Issue | Pull, wanted: readonly string[] | null | undefined): boolean =>
  !wanted || one.labels.some(({ name }) => wanted.includes(name))

const matchingIssue =
  ({ states, labels }: ListArguments) =>
  (issue: Issue): boolean =>
    (!states || states.includes(stateOf(issue))) && hasLabels(issue, labels)

const matchingPull =
  ({ states, labels, headRefName, baseRefName }: ListArguments) =>
  (pull: Pull): boolean =>
    (!states || states.includes(stateOf(pull))) &&
    hasLabels(pull, labels) &&
    (!headRefName || pull.headBranch === headRefName) &&
    (!baseRefName || pull.baseBranch === baseRefName)

function ordered<T extends Issue | Pull>(
  all: readonly T[],
  { orderBy }: ListArguments,
): readonly T[] {
  const sign = orderBy?.direction === 'DESC' ? -1 : 1
  const key = (one: T): number => (orderBy?.field === 'UPDATED_AT' ? one.updatedAt : one.number)
  return all.toSorted((one, other) => sign * (key(one) - key(other) || one.number - other.number))
}
