/** Issues, labels and comments as GraphQL tells them. */
import { closedBy } from '../../acts/closing-issues.ts'
import { time } from '../../rest/shapes/time.ts'
import { addressOf } from '../../rest/shapes/issue.ts'
import type { Account, Comment, Issue, Label, Pull, Repository } from '../../state/model.ts'
import { nodeId } from '../../state/node-id.ts'
import { connection, type PageArguments } from '../connection.ts'
import type { Viewer } from '../viewer.ts'
import { actorNode } from './actor.ts'

export function issueNode(viewer: Viewer, issue: Issue): object {
  const issues = (name: string, all: readonly Issue[]) => (page: PageArguments) =>
    connection(name, all, page, (one) => issueNode(viewer, one))
  const { subIssues, blockedBy, repository } = issue
  const done = subIssues.filter(({ state }) => state === 'closed').length
  return {
    __typename: 'Issue',
    id: nodeId(viewer.world, 'Issue', issue),
    ...conversationFields(viewer, issue),
    state: issue.state.toUpperCase(),
    stateReason: issue.stateReason?.toUpperCase() ?? null,
    subIssues: issues('subIssues', subIssues),
    subIssuesSummary: {
      total: subIssues.length,
      completed: done,
      percentCompleted: subIssues.length === 0 ? 0 : Math.floor((100 * done) / subIssues.length),
    },
    blockedBy: issues('blockedBy', blockedBy),
    blocking: (page: PageArguments) => issues('blocking', blockingOf(issue))(page),
    parent: () => (issue.parent === null ? null : issueNode(viewer, issue.parent)),
    repository: () => viewer.show.repository(repository),
    closedByPullRequestsReferences: (
      page: PageArguments & { readonly includeClosedPrs?: boolean },
    ) => {
      const pulls = closedBy(issue).filter(
        ({ state }) => state === 'open' || page.includeClosedPrs === true,
      )
      return connection('closedByPullRequestsReferences', pulls, page, (pull) =>
        viewer.show.pull(pull),
      )
    },
  }
}

const blockingOf = (issue: Issue): readonly Issue[] =>
  [...issue.repository.conversations.values()].filter(
    (one): one is Issue => one.kind === 'issue' && one.blockedBy.includes(issue),
  )

/** What issues and pull requests have in common. */
export function conversationFields(viewer: Viewer, one: Issue | Pull) {
  return {
    databaseId: one.id,
    fullDatabaseId: `${one.id}`,
    number: one.number,
    title: one.title,
    body: one.body ?? '',
    url: addressOf(viewer.world, one),
    author: actorNode(viewer, one.author),
    authorAssociation: associationOf(one.author, one.repository),
    closed: one.state === 'closed',
    closedAt: one.closedAt === null ? null : time(one.closedAt),
    createdAt: time(one.createdAt),
    updatedAt: time(one.updatedAt),
    locked: false,
    labels: (page: PageArguments) =>
      connection('labels', one.labels, page, (label) => labelNode(viewer, label)),
    assignees: (page: PageArguments) =>
      connection('assignees', one.assignees, page, (account: Account) =>
        actorNode(viewer, account),
      ),
    comments: (page: PageArguments) =>
      connection('comments', one.comments, page, (comment) => commentNode(viewer, one, comment)),
  }
}

/** Whoever has acted as a person of the repository is a collaborator; everybody else has only said something. */
export const associationOf = ({ login }: Account, { collaborators }: Repository): string =>
  collaborators.has(login.toLowerCase()) ? 'COLLABORATOR' : 'NONE'

export const labelNode = ({ world }: Viewer, label: Label) => ({
  __typename: 'Label',
  id: nodeId(world, 'Label', label),
  name: label.name,
  color: label.color,
  description: null,
})

const commentNode = (viewer: Viewer, on: Issue | Pull, comment: Comment) => ({
  __typename: 'IssueComment',
  id: nodeId(viewer.world, 'IssueComment', comment),
  databaseId: comment.id,
  fullDatabaseId: `${comment.id}`,
  author: actorNode(viewer, comment.author),
  authorAssociation: associationOf(comment.author, on.repository),
  body: comment.body,
  bodyText: comment.body,
  createdAt: time(comment.createdAt),
  updatedAt: time(comment.updatedAt),
  isMinimized: false,
  url: `${addressOf(viewer.world, on)}#issuecomment-${comment.id}`,
})
