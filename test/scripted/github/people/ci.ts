/** The CI of a test: it reports check runs and statuses on a commit, with logs and annotations. */
import {
  CONCLUSIONS,
  type Annotation,
  type CheckRun,
  type Conclusion,
  type Repository,
  type StatusState,
} from '../state/model.ts'
import { accountOf, type World } from '../state/world.ts'

export interface Ci {
  readonly sha: string
  /** Reports a check run; the same name again changes it. The answer is its id, which is also the id of the job. */
  set(name: string, state: CheckState, report?: CheckReport): number
  /** Reports a status, as older systems do. */
  status(context: string, state: StatusState, description?: string): void
}

type CheckState = 'queued' | 'in_progress' | Conclusion

interface CheckReport {
  readonly title?: string
  readonly summary?: string
  readonly log?: string
  readonly annotations?: readonly Annotation[]
}

export function ciOf(world: World, repository: Repository, sha: string): Ci {
  return {
    sha,
    set(name, state, report = {}) {
      const known = repository.checkRuns.find((run) => run.sha === sha && run.name === name)
      const run = known ?? newRun(world, name, sha)
      if (known === undefined) repository.checkRuns.push(run)
      const conclusion = CONCLUSIONS.find((one) => one === state) ?? null
      run.conclusion = conclusion
      run.status = conclusion === null ? (state as 'queued' | 'in_progress') : 'completed'
      run.completedAt = conclusion === null ? null : world.now()
      run.title = report.title ?? run.title
      run.summary = report.summary ?? run.summary
      run.log = report.log ?? run.log
      run.annotations = report.annotations ?? run.annotations
      return run.id
    },
    status(context, state, description) {
      repository.statuses.push({
        id: world.nextId(),
        sha,
        context,
        state,
        description: description ?? null,
        targetUrl: null,
        creator: accountOf(world, 'ci-bot'),
        at: world.now(),
      })
    },
  }
}

const newRun = (world: World, name: string, sha: string): CheckRun => ({
  id: world.nextId(),
  name,
  sha,
  status: 'queued',
  conclusion: null,
  title: null,
  summary: null,
  log: null,
  annotations: [],
  startedAt: world.now(),
  completedAt: null,
})
