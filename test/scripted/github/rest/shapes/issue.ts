/** Issues, comments and labels as GitHub's REST API tells them. A pull request is an issue, too. */
import { fullName, type Comment, type Issue, type Label, type Pull } from '../../state/model.ts'
import type { Repository } from '../../state/model.ts'
import { nodeId } from '../../state/node-id.ts'
import type { World } from '../../state/world.ts'
import { nullableUser, simpleUser } from './account.ts'
import { nullableTime, time } from './time.ts'

export function label(world: World, repository: Repository, { id, name, color }: Label) {
  return {
    id,
    node_id: nodeId(world, 'Label', { id }),
    url: `${world.api}/repos/${fullName(repository)}/labels/${encodeURIComponent(name)}`,
    name,
    color,
    default: false,
    description: null,
  }
}

export function issue(world: World, one: Issue | Pull) {
  const full = fullName(one.repository)
  const url = `${world.api}/repos/${full}/issues/${one.number}`
  return {
    url,
    repository_url: `${world.api}/repos/${full}`,
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    html_url: addressOf(world, one),
    id: one.id,
    node_id: nodeId(world, one.kind === 'issue' ? 'Issue' : 'PullRequest', one),
    number: one.number,
    title: one.title,
    user: simpleUser(world, one.author),
    labels: one.labels.map((name) => label(world, one.repository, name)),
    state: one.state,
    locked: false,
    assignee: nullableUser(world, one.assignees[0] ?? null),
    assignees: one.assignees.map((account) => simpleUser(world, account)),
    milestone: null,
    comments: one.comments.length,
    created_at: time(one.createdAt),
    updated_at: time(one.updatedAt),
    closed_at: nullableTime(one.closedAt),
    author_association: 'COLLABORATOR',
    active_lock_reason: null,
    body: one.body,
    closed_by: nullableUser(world, one.closedBy),
    reactions: reactions(url),
    timeline_url: `${url}/timeline`,
    performed_via_github_app: null,
    state_reason: one.kind === 'issue' ? one.stateReason : null,
    ...(one.kind === 'issue' ? ofIssue(world, one) : ofPull(world, one)),
  }
}

function ofIssue(world: World, { subIssues, blockedBy, parent, repository, number }: Issue) {
  const done = subIssues.filter(({ state }) => state === 'closed').length
  const percent = subIssues.length === 0 ? 0 : Math.floor((100 * done) / subIssues.length)
  const open = blockedBy.filter(({ state }) => state === 'open').length
  const blocking = [...repository.conversations.values()].filter(
    (one) => one.kind === 'issue' && one.blockedBy.some((before) => before.number === number),
  ).length
  const parentAddress = `${world.api}/repos/${fullName(repository)}/issues/${parent?.number}`
  return {
    type: null,
    sub_issues_summary: { total: subIssues.length, completed: done, percent_completed: percent },
    issue_dependencies_summary: {
      blocked_by: open,
      total_blocked_by: blockedBy.length,
      blocking,
      total_blocking: blocking,
    },
    ...(parent === null ? {} : { parent_issue_url: parentAddress }),
  }
}

function ofPull(world: World, pull: Pull) {
  const html = addressOf(world, pull)
  return {
    draft: pull.isDraft,
    pull_request: {
      url: `${world.api}/repos/${fullName(pull.repository)}/pulls/${pull.number}`,
      html_url: html,
      diff_url: `${html}.diff`,
      patch_url: `${html}.patch`,
      merged_at: nullableTime(pull.merged?.at ?? null),
    },
  }
}

export const addressOf = (world: World, { repository, kind, number }: Issue | Pull): string =>
  `${world.address}/${fullName(repository)}/${kind === 'issue' ? 'issues' : 'pull'}/${number}`

export const reactions = (url: string) => ({
  url: `${url}/reactions`,
  total_count: 0,
  '+1': 0,
  '-1': 0,
  laugh: 0,
  hooray: 0,
  confused: 0,
  heart: 0,
  rocket: 0,
  eyes: 0,
})

export function issueComment(world: World, on: Issue | Pull, comment: Comment) {
  const api = `${world.api}/repos/${fullName(on.repository)}/issues`
  const url = `${api}/comments/${comment.id}`
  return {
    url,
    html_url: `${addressOf(world, on)}#issuecomment-${comment.id}`,
    issue_url: `${api}/${on.number}`,
    id: comment.id,
    node_id: nodeId(world, 'IssueComment', comment),
    user: simpleUser(world, comment.author),
    created_at: time(comment.createdAt),
    updated_at: time(comment.updatedAt),
    body: comment.body,
    author_association: 'COLLABORATOR',
    reactions: reactions(url),
    performed_via_github_app: null,
  }
}
