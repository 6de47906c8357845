/** Commits and their checks as GraphQL tells them. */
import { checkRunsOf, rollupOf, statusesOf } from '../../acts/checks.ts'
import { git } from '../../git/call-git.ts'
import { checkRun } from '../../rest/shapes/check.ts'
import { nullableTime, time } from '../../rest/shapes/time.ts'
import { fullName, type CheckRun, type CommitStatus, type Repository } from '../../state/model.ts'
import { nodeId } from '../../state/node-id.ts'
import { connection, type PageArguments } from '../connection.ts'
import { needing, type Viewer } from '../viewer.ts'
import { actorNode } from './actor.ts'

export function commitNode(viewer: Viewer, repository: Repository, oid: string) {
  const { world } = viewer
  const shown = (format: string) => () =>
    git(repository.folder, ['log', '-1', `--format=${format}`, oid])
  return {
    __typename: 'Commit',
    id: `C_${Buffer.from(`${fullName(repository)}:${oid}`).toString('base64url')}`,
    oid,
    abbreviatedOid: oid.slice(0, 7),
    url: `${world.address}/${fullName(repository)}/commit/${oid}`,
    message: shown('%B'),
    messageHeadline: shown('%s'),
    committedDate: shown('%cI'),
    authoredDate: shown('%aI'),
    statusCheckRollup: () => needing(viewer, 'checks', () => rollupNode(viewer, repository, oid)),
  }
}

function rollupNode(viewer: Viewer, repository: Repository, sha: string) {
  const state = rollupOf(repository, sha)
  if (state === null) return null
  const all = [
    ...checkRunsOf(repository, sha).map((run) => checkRunNode(viewer, repository, run)),
    ...statusesOf(repository, sha).map((status) => statusNode(viewer, status)),
  ]
  const contexts = (page: PageArguments) => connection('contexts', all, page, (one) => one)
  return { __typename: 'StatusCheckRollup', id: `SCR_${sha}`, state, contexts }
}

function checkRunNode(viewer: Viewer, repository: Repository, run: CheckRun) {
  const { details_url: address } = checkRun(viewer.world, repository, run)
  return {
    __typename: 'CheckRun',
    id: nodeId(viewer.world, 'CheckRun', run),
    databaseId: run.id,
    name: run.name,
    status: run.status.toUpperCase(),
    conclusion: run.conclusion?.toUpperCase() ?? null,
    title: run.title,
    summary: run.summary,
    text: null,
    checkSuite: { __typename: 'CheckSuite', app: { __typename: 'App', slug: 'github-actions' } },
    detailsUrl: address,
    url: address,
    permalink: address,
    startedAt: time(run.startedAt),
    completedAt: nullableTime(run.completedAt),
    isRequired: repository.requiredChecks.includes(run.name),
    annotations: (page: PageArguments) =>
      connection('annotations', run.annotations, page, ({ path, line, level, message }) => ({
        __typename: 'CheckAnnotation',
        path,
        message,
        annotationLevel: level.toUpperCase(),
        location: { start: { line, column: null }, end: { line, column: null } },
      })),
  }
}

const statusNode = (viewer: Viewer, status: CommitStatus) => ({
  __typename: 'StatusContext',
  id: nodeId(viewer.world, 'StatusContext', status),
  context: status.context,
  state: status.state.toUpperCase(),
  targetUrl: status.targetUrl,
  description: status.description,
  createdAt: time(status.at),
  creator: actorNode(viewer, status.creator),
  isRequired: false,
})
