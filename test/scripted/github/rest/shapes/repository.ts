/** Repositories as GitHub's REST API tells them. */
import { fullName, issuesOf, pullsOf, type Repository } from '../../state/model.ts'
import { nodeId } from '../../state/node-id.ts'
import { hasRight, type Token, type World } from '../../state/world.ts'
import { simpleUser } from './account.ts'
import { time } from './time.ts'

/** The part that every mention of a repository has. */
export function minimalRepository(world: World, repository: Repository) {
  const full = fullName(repository)
  const url = `${world.api}/repos/${full}`
  const html = `${world.address}/${full}`
  return {
    id: repository.id,
    node_id: nodeId(world, 'Repository', repository),
    name: repository.name,
    full_name: full,
    private: repository.isPrivate,
    owner: simpleUser(world, repository.owner),
    html_url: html,
    description: null,
    fork: false,
    url,
    ...addressesBelow(url),
  }
}

function addressesBelow(url: string) {
  return {
    forks_url: `${url}/forks`,
    keys_url: `${url}/keys{/key_id}`,
    collaborators_url: `${url}/collaborators{/collaborator}`,
    teams_url: `${url}/teams`,
    hooks_url: `${url}/hooks`,
    issue_events_url: `${url}/issues/events{/number}`,
    events_url: `${url}/events`,
    assignees_url: `${url}/assignees{/user}`,
    branches_url: `${url}/branches{/branch}`,
    tags_url: `${url}/tags`,
    blobs_url: `${url}/git/blobs{/sha}`,
    git_tags_url: `${url}/git/tags{/sha}`,
    git_refs_url: `${url}/git/refs{/sha}`,
    trees_url: `${url}/git/trees{/sha}`,
    statuses_url: `${url}/statuses/{sha}`,
    languages_url: `${url}/languages`,
    stargazers_url: `${url}/stargazers`,
    contributors_url: `${url}/contributors`,
    subscribers_url: `${url}/subscribers`,
    subscription_url: `${url}/subscription`,
    commits_url: `${url}/commits{/sha}`,
    git_commits_url: `${url}/git/commits{/sha}`,
    comments_url: `${url}/comments{/number}`,
    issue_comment_url: `${url}/issues/comments{/number}`,
    contents_url: `${url}/contents/{+path}`,
    compare_url: `${url}/compare/{base}...{head}`,
    merges_url: `${url}/merges`,
    archive_url: `${url}/{archive_format}{/ref}`,
    downloads_url: `${url}/downloads`,
    issues_url: `${url}/issues{/number}`,
    pulls_url: `${url}/pulls{/number}`,
    milestones_url: `${url}/milestones{/number}`,
    notifications_url: `${url}/notifications{?since,all,participating}`,
    labels_url: `${url}/labels{/name}`,
    releases_url: `${url}/releases{/id}`,
    deployments_url: `${url}/deployments`,
  }
}

/** As a pull request has it at its head and base. */
export function repositoryWithCounts(world: World, repository: Repository) {
  const html = `${world.address}/${fullName(repository)}`
  const open = [...issuesOf(repository), ...pullsOf(repository)].filter(
    ({ state }) => state === 'open',
  ).length
  return {
    ...minimalRepository(world, repository),
    created_at: time(repository.createdAt),
    updated_at: time(repository.pushedAt),
    pushed_at: time(repository.pushedAt),
    git_url: `${html.replace('http', 'git')}.git`,
    ssh_url: `git@127.0.0.1:${fullName(repository)}.git`,
    clone_url: `${html}.git`,
    svn_url: html,
    homepage: null,
    size: 1,
    stargazers_count: 0,
    watchers_count: 0,
    language: null,
    has_issues: true,
    has_projects: true,
    has_downloads: true,
    has_wiki: true,
    has_pages: false,
    has_discussions: false,
    forks_count: 0,
    mirror_url: null,
    archived: false,
    disabled: false,
    open_issues_count: open,
    license: null,
    allow_forking: true,
    is_template: false,
    web_commit_signoff_required: false,
    topics: [],
    visibility: repository.isPrivate ? 'private' : 'public',
    forks: 0,
    open_issues: open,
    watchers: 0,
    default_branch: repository.defaultBranch,
  }
}

export function fullRepository(world: World, repository: Repository, token: Token | null) {
  const mayPush = token !== null && hasRight(token, 'contents', 'write')
  return {
    ...repositoryWithCounts(world, repository),
    permissions: { admin: false, maintain: false, push: mayPush, triage: mayPush, pull: true },
    temp_clone_token: '',
    allow_squash_merge: true,
    allow_merge_commit: true,
    allow_rebase_merge: true,
    allow_auto_merge: false,
    allow_update_branch: false,
    delete_branch_on_merge: repository.deleteBranchOnMerge,
    use_squash_pr_title_as_default: false,
    squash_merge_commit_message: 'COMMIT_MESSAGES',
    squash_merge_commit_title: 'COMMIT_OR_PR_TITLE',
    merge_commit_message: 'PR_TITLE',
    merge_commit_title: 'MERGE_MESSAGE',
    organization: simpleUser(world, repository.owner),
    network_count: 0,
    subscribers_count: 0,
  }
}
