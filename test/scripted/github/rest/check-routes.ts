/** The routes of check runs, annotations, statuses and the logs of jobs. */
import { checkRunsOf, statusesOf } from '../acts/checks.ts'
import { commitOf } from '../git/bare-repository.ts'
import { Refused, notFound } from '../http/refused.ts'
import { fullName, type CheckRun } from '../state/model.ts'
import { pathOf } from './issue-routes.ts'
import { pageOf } from './page-of.ts'
import { numberAt } from './read-body.ts'
import {
  ok,
  READ_ACTIONS,
  READ_CHECKS,
  READ_STATUSES,
  route,
  type AskedOfRepository,
  type Route,
} from './route.ts'
import { annotation, checkRun, commitStatus } from './shapes/check.ts'
import { minimalRepository } from './shapes/repository.ts'

const REPOSITORY = '/repos/{owner}/{repo}'
const COMMIT = `${REPOSITORY}/commits/{ref}`
const RUN = `${REPOSITORY}/check-runs/{check_run_id}`

export const CHECK_ROUTES: readonly Route[] = [
  route(`GET ${COMMIT}/check-runs`, READ_CHECKS, async (asked) => {
    const { world, repository, query } = asked
    const sha = await commitNamed(asked)
    const name = query.get('check_name')
    const all = checkRunsOf(repository, sha).filter((run) => name === null || run.name === name)
    const path = pathOf(asked, `commits/${asked.path['ref']}/check-runs`)
    const page = pageOf(asked, path, all, (run) => checkRun(world, repository, run))
    return { ...page, body: { total_count: all.length, check_runs: page.body } }
  }),
  route(`GET ${COMMIT}/status`, READ_STATUSES, combinedStatus),
  route(`GET ${RUN}`, READ_CHECKS, (asked) =>
    ok(checkRun(asked.world, asked.repository, runNamed(asked, 'check_run_id'))),
  ),
  route(`GET ${RUN}/annotations`, READ_CHECKS, (asked) => {
    const { world, repository } = asked
    const run = runNamed(asked, 'check_run_id')
    const path = pathOf(asked, `check-runs/${run.id}/annotations`)
    return pageOf(asked, path, run.annotations, (one) => annotation(world, repository, run, one))
  }),
  route(`GET ${REPOSITORY}/actions/jobs/{job_id}/logs`, READ_ACTIONS, (asked) => {
    const { id, log } = runNamed(asked, 'job_id')
    if (log === null) throw notFound()
    const location = `${asked.world.address}/_logs/${id}?sig=signed`
    return { status: 302, body: null, headers: { location } }
  }),
]

async function combinedStatus(asked: AskedOfRepository) {
  const { world, repository } = asked
  const sha = await commitNamed(asked)
  const statuses = statusesOf(repository, sha)
  const states = statuses.map(({ state }) => state)
  const isBad = states.includes('failure') || states.includes('error')
  const isPending = states.length === 0 || states.includes('pending')
  const url = `${world.api}/repos/${fullName(repository)}/commits/${sha}`
  return ok({
    state: isBad ? 'failure' : isPending ? 'pending' : 'success',
    statuses: statuses.map((one) => commitStatus(world, repository, one)),
    sha,
    total_count: statuses.length,
    repository: minimalRepository(world, repository),
    commit_url: url,
    url: `${url}/status`,
  })
}

async function commitNamed({ repository, path }: AskedOfRepository): Promise<string> {
  const ref = path['ref'] ?? ''
  const sha = await commitOf(repository.folder, ref)
  if (sha === null) throw new Refused(422, { message: `No commit found for SHA: ${ref}` })
  return sha
}

function runNamed({ repository, path }: AskedOfRepository, name: string): CheckRun {
  const id = numberAt(path, name)
  const found = repository.checkRuns.find((run) => run.id === id)
  if (found === undefined) throw notFound()
  return found
}
