/** Pull requests as GitHub's REST API tells them: short in a list, whole when asked for one. */
import { commitsBetween, linesBetween } from '../../git/bare-repository.ts'
import { fullName, type Pull } from '../../state/model.ts'
import { nodeId } from '../../state/node-id.ts'
import type { World } from '../../state/world.ts'
import { askMergeability, mergeState } from '../../acts/mergeability.ts'
import { nullableUser, simpleUser } from './account.ts'
import { addressOf, label } from './issue.ts'
import { repositoryWithCounts } from './repository.ts'
import { nullableTime, time } from './time.ts'

export function simplePull(world: World, pull: Pull) {
  const { repository } = pull
  const api = `${world.api}/repos/${fullName(repository)}`
  const html = addressOf(world, pull)
  return {
    url: `${api}/pulls/${pull.number}`,
    id: pull.id,
    node_id: nodeId(world, 'PullRequest', pull),
    html_url: html,
    diff_url: `${html}.diff`,
    patch_url: `${html}.patch`,
    issue_url: `${api}/issues/${pull.number}`,
    number: pull.number,
    state: pull.state,
    locked: false,
    title: pull.title,
    user: simpleUser(world, pull.author),
    body: pull.body,
    created_at: time(pull.createdAt),
    updated_at: time(pull.updatedAt),
    closed_at: nullableTime(pull.closedAt),
    merged_at: nullableTime(pull.merged?.at ?? null),
    merge_commit_sha: pull.merged === null ? triedMerge(pull) : pull.merged.sha,
    assignee: nullableUser(world, pull.assignees[0] ?? null),
    assignees: pull.assignees.map((one) => simpleUser(world, one)),
    requested_reviewers: pull.requestedReviewers.map((one) => simpleUser(world, one)),
    requested_teams: [],
    labels: pull.labels.map((one) => label(world, repository, one)),
    milestone: null,
    draft: pull.isDraft,
    ...addresses(api, pull),
    head: end(world, pull, pull.headBranch, pull.headSha),
    base: end(world, pull, pull.baseBranch, pull.baseSha),
    _links: links(api, html, pull),
    author_association: 'COLLABORATOR',
    auto_merge: null,
    active_lock_reason: null,
  }
}

/** Known once someone has asked whether it can be merged. */
const triedMerge = ({ state, mergeability, baseSha, headSha }: Pull): string | null =>
  state === 'open' && mergeability.of === `${baseSha} ${headSha}` ? mergeability.tried : null

const addresses = (api: string, { number, headSha }: Pull) => ({
  commits_url: `${api}/pulls/${number}/commits`,
  review_comments_url: `${api}/pulls/${number}/comments`,
  review_comment_url: `${api}/pulls/comments{/number}`,
  comments_url: `${api}/issues/${number}/comments`,
  statuses_url: `${api}/statuses/${headSha}`,
})

const end = (world: World, { repository }: Pull, ref: string, sha: string) => ({
  label: `${repository.owner.login}:${ref}`,
  ref,
  sha,
  user: simpleUser(world, repository.owner),
  repo: repositoryWithCounts(world, repository),
})

function links(api: string, html: string, pull: Pull) {
  const to = addresses(api, pull)
  return {
    self: { href: `${api}/pulls/${pull.number}` },
    html: { href: html },
    issue: { href: `${api}/issues/${pull.number}` },
    comments: { href: to.comments_url },
    review_comments: { href: to.review_comments_url },
    review_comment: { href: to.review_comment_url },
    commits: { href: to.commits_url },
    statuses: { href: to.statuses_url },
  }
}

export async function wholePull(world: World, pull: Pull) {
  const simple = simplePull(world, pull)
  const mergeability = pull.state === 'open' ? await askMergeability(world, pull) : 'unknown'
  const ends = [pull.repository.folder, pull.baseSha, pull.headSha] as const
  const { additions, deletions, files } = await linesBetween(...ends)
  const answers = pull.threads.reduce((sum, { comments }) => sum + comments.length, 0)
  return {
    ...simple,
    merged: pull.merged !== null,
    mergeable: mergeability === 'unknown' ? null : mergeability === 'clean',
    rebaseable: mergeability === 'unknown' ? null : mergeability === 'clean',
    mergeable_state: mergeState(pull, mergeability),
    merged_by: nullableUser(world, pull.merged?.by ?? null),
    comments: pull.comments.length,
    review_comments: answers,
    maintainer_can_modify: false,
    commits: (await commitsBetween(...ends)).length,
    additions,
    deletions,
    changed_files: files,
  }
}
