/** Check runs, their annotations, and statuses, as GitHub's REST API tells them. */
import {
  fullName,
  type Annotation,
  type CheckRun,
  type CommitStatus,
  type Repository,
} from '../../state/model.ts'
import { nodeId } from '../../state/node-id.ts'
import { accountOf, type World } from '../../state/world.ts'
import { simpleUser } from './account.ts'
import { nullableTime, time } from './time.ts'

const repositoryUrl = (world: World, repository: Repository): string =>
  `${world.api}/repos/${fullName(repository)}`

export function checkRun(world: World, repository: Repository, run: CheckRun) {
  const url = `${repositoryUrl(world, repository)}/check-runs/${run.id}`
  const html = `${world.address}/${fullName(repository)}/actions/runs/${run.id}/job/${run.id}`
  return {
    id: run.id,
    name: run.name,
    node_id: nodeId(world, 'CheckRun', run),
    head_sha: run.sha,
    external_id: '',
    url,
    html_url: html,
    details_url: html,
    status: run.status,
    conclusion: run.conclusion,
    started_at: time(run.startedAt),
    completed_at: nullableTime(run.completedAt),
    output: {
      title: run.title,
      summary: run.summary,
      text: null,
      annotations_count: run.annotations.length,
      annotations_url: `${url}/annotations`,
    },
    check_suite: { id: run.id },
    app: actionsApp(world),
    pull_requests: [],
  }
}

const actionsApp = (world: World) => ({
  id: 15_368,
  client_id: 'Iv1.05c79e9ad1f6bdfa',
  slug: 'github-actions',
  node_id: nodeId(world, 'App', { id: 15_368 }),
  owner: simpleUser(world, accountOf(world, 'github', 'Organization')),
  name: 'GitHub Actions',
  description: 'Automate your workflow from idea to production',
  external_url: 'https://help.github.com/en/actions',
  html_url: 'https://github.com/apps/github-actions',
  created_at: '2018-07-30T09:30:17Z',
  updated_at: '2024-04-10T20:33:16Z',
  permissions: { actions: 'write', checks: 'write', contents: 'write', metadata: 'read' },
  events: ['check_run', 'check_suite', 'push'],
})

export const annotation = (
  world: World,
  repository: Repository,
  run: CheckRun,
  { path, line, level, message }: Annotation,
) => ({
  path,
  blob_href: `${world.address}/${fullName(repository)}/blob/${run.sha}/${path}`,
  start_line: line,
  start_column: null,
  end_line: line,
  end_column: null,
  annotation_level: level,
  title: null,
  message,
  raw_details: null,
})

export function commitStatus(world: World, repository: Repository, status: CommitStatus) {
  return {
    url: `${repositoryUrl(world, repository)}/statuses/${status.sha}`,
    avatar_url: `${world.address}/avatars/u/${status.creator.id}?v=4`,
    id: status.id,
    node_id: nodeId(world, 'StatusContext', status),
    state: status.state,
    description: status.description,
    target_url: status.targetUrl,
    context: status.context,
    created_at: time(status.at),
    updated_at: time(status.at),
  }
}
