/** conductor pr: opens, updates and follows the pull requests of a run. */
import { setTimeout as sleep } from 'node:timers/promises'
import { laneOf } from '../../core/plan/lanes.ts'
import { pullDocument } from '../../core/forge/pull-document.ts'
import { taskOf, type Run } from '../../core/run/run.ts'
import { sayEvents } from '../../report-text/say-event.ts'
import { sayPulls } from '../../report-text/say-pulls.ts'
import { findCoordinator } from '../../store/coordinator-lock.ts'
import { ALL_LANDED, Complaint, SOME_DID_NOT_LAND } from '../console/complain.ts'
import type { Console } from '../console/console.ts'
import { goOn } from '../conduct/resume-command.ts'
import type { ShowOptions } from '../conduct/show-options.ts'
import { lookAtRun, mustKnow } from '../look/read-runs.ts'
import { configOfRun } from '../place/config-of-run.ts'
import { findWorkspace, type Workspace } from '../place/workspace.ts'
import { syncPulls } from './sync-pulls.ts'

export interface PullRequestOptions {
  readonly run: string | undefined
  /** Only the pull request of this task is shown; undefined: all of the run. */
  readonly task?: string | undefined
  /** A run that has not published so far begins to. */
  readonly begins: boolean
  /** Looks again and again, until every pull request is merged or closed. */
  readonly follow: boolean
  readonly showing: ShowOptions
}

export async function pullRequestCommand(
  options: PullRequestOptions,
  console: Console,
): Promise<number> {
  const workspace = findWorkspace(console.folder)
  const seen = lookAtRun(workspace, options.run)
  const task = options.task === undefined ? null : mustKnow(seen, options.task)
  refuseWhileConducted(workspace, seen)
  const { config } = await configOfRun(seen, workspace)
  for (;;) {
    const run = await syncOnce(seen, { workspace, config, options }, console)
    const shown = task === null ? null : laneOf(taskOf(run, task))
    console.answer(sayPulls(run, shown, console.colour), pullDocument(run, shown))
    if (!options.follow || isAllDone(run)) return codeOf(run)
    await sleep(config.pullRequests.refreshSeconds * 1000)
  }
}

type Place = Pick<Parameters<typeof syncPulls>[1], 'workspace' | 'config'> & {
  readonly options: PullRequestOptions
}

/** What checks and people said may have become tasks, which are worked on at once. */
async function syncOnce(
  seen: Run,
  { workspace, config, options }: Place,
  console: Console,
): Promise<Run> {
  const before = lookAtRun(workspace, seen.id)
  const run = await syncPulls(before, {
    workspace,
    config,
    begins: options.begins,
    onEvents: (now, events) => {
      if (!console.json) for (const line of sayEvents(events, now)) console.say(line)
    },
  })
  if (roundsOf(run) === roundsOf(before)) return run
  await goOn(run.id, options.showing, console, () => null)
  return lookAtRun(workspace, run.id)
}

const roundsOf = ({ pulls }: Run): number =>
  [...pulls.values()].reduce((sum, { rounds }) => sum + rounds.length, 0)

function refuseWhileConducted({ home }: Workspace, run: Run): void {
  const coordinator = findCoordinator(home)
  if (coordinator === null) return
  if (coordinator.run !== run.id)
    throw new Complaint(
      `run ${coordinator.run} is being conducted, and pull requests of run ${run.id} wait for its end`,
      'try again when it is over; `conductor status` shows how far it is',
    )
  throw new Complaint(
    run.publishing === null
      ? `run ${run.id} is being conducted without \`--pr\``
      : `run ${run.id} is being conducted and follows its pull requests itself`,
    run.publishing === null
      ? 'open pull requests when it is over: conductor pr'
      : 'see them: conductor status',
  )
}

const isAllDone = ({ pulls }: Run): boolean =>
  pulls.size > 0 &&
  [...pulls.values()].every(({ sight }) => sight !== null && sight.state !== 'open')

/** Something could not be published. */
const codeOf = ({ forgeProblem, pulls }: Run): number =>
  forgeProblem === null && [...pulls.values()].every(({ trouble }) => trouble === null)
    ? ALL_LANDED
    : SOME_DID_NOT_LAND
