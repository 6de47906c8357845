/** conductor pr approve and pr request-changes: the review of a person, where the remote has no page for it. */
import { userInfo } from 'node:os'
import type { Forge, PersonsDecision } from '../../conduct/forge-ports.ts'
import { publishedPull, type LanePull } from '../../core/forge/lane-pull.ts'
import { pullDocument } from '../../core/forge/pull-document.ts'
import { laneOf } from '../../core/plan/lanes.ts'
import { taskOf, type Run } from '../../core/run/run.ts'
import { pullName } from '../../core/say/pulls/pull-name.ts'
import { sayAfterReview, type ReviewDecision } from '../../core/say/pulls/say-review.ts'
import type { LaneName, TaskId } from '../../core/value/ids.ts'
import { runGit } from '../../git/call/git-command.ts'
import { sayPull } from '../../report-text/say-pulls.ts'
import { findCoordinator } from '../../store/coordinator-lock.ts'
import { AlreadyConducted } from '../ask/reach-coordinator.ts'
import { Complaint } from '../console/complain.ts'
import type { Console } from '../console/console.ts'
import { forgeComplaint } from '../issues/open-issues-forge.ts'
import { lookAtRun, mustKnow } from '../look/read-runs.ts'
import { configOfRun } from '../place/config-of-run.ts'
import { findWorkspace, type Workspace } from '../place/workspace.ts'
import { placeOfRun } from './publish-place.ts'
import { syncPulls } from './sync-pulls.ts'

interface Review extends PersonsDecision {
  readonly is: ReviewDecision
}

export interface WantedReview extends Omit<Review, 'by'> {
  readonly run: string | undefined
  readonly task: string
}

export async function reviewCommand(wanted: WantedReview, console: Console): Promise<number> {
  const workspace = findWorkspace(console.folder)
  const run = lookAtRun(workspace, wanted.run)
  const task = mustKnow(run, wanted.task)
  const { after, lane, isConducted } = await reviewPull(run, task, wanted, workspace)
  const next = sayAfterReview(after, { lane, is: wanted.is, isConducted })
  console.answer(
    [sayPull(after, lane, console.colour), '', next].join('\n'),
    pullDocument(after, lane),
  )
  return 0
}

interface Noted {
  readonly after: Run
  readonly isConducted: boolean
}

export interface Reviewed extends Noted {
  readonly lane: LaneName
}

/** For the command and for the web server. */
export async function reviewPull(
  run: Run,
  task: TaskId,
  { is, text }: Omit<Review, 'by'>,
  workspace: Workspace,
): Promise<Reviewed> {
  if (is === 'changes-requested' && text.trim() === '')
    throw new Complaint('what has to change?', 'say it in one argument, in quotes')
  const lane = laneOf(taskOf(run, task))
  const pull = mustBeOpened(publishedPull(run, lane), task)
  const by = await nameOfUser(workspace)
  await decide(run, workspace, { pull, decision: { is, text, by } })
  return { lane, ...(await noted(run, workspace)) }
}

type Opened = LanePull & { readonly opened: NonNullable<LanePull['opened']> }

function mustBeOpened(pull: LanePull | null, task: string): Opened {
  if (pull !== null && pull.takenOverBy !== null)
    throw new Complaint(
      `${pullName(pull)} has the work of run ${pull.takenOverBy} now`,
      `see it there: conductor pr --run ${pull.takenOverBy}`,
    )
  if (pull?.opened != null) return { ...pull, opened: pull.opened }
  throw new Complaint(
    `the work of "${task}" has no pull request yet`,
    'open it with `conductor pr`',
  )
}

/** The author of the review, as git would name the author of a commit. */
async function nameOfUser({ root }: Workspace): Promise<string> {
  const name = await runGit(['config', 'user.name'], { in: root })
  return name?.trim() || userInfo().username
}

async function decide(
  run: Run,
  workspace: Workspace,
  { pull, decision }: { readonly pull: Opened; readonly decision: PersonsDecision },
): Promise<void> {
  using place = await placeOfRun(run, workspace)
  const { forge } = place
  if (forge.decide === null) throw onItsPage(forge, pull)
  const answer = await forge.decide(pull.opened.number, decision)
  if (!answer.ok) throw forgeComplaint(answer.problem)
}

const onItsPage = ({ name }: Forge, pull: Opened): Complaint =>
  new Complaint(
    `${pullName(pull)} is on ${name}, where people review it; Conductor never does`,
    `review it on its page: ${pull.opened.url}`,
  )

/** The review is recorded now; if a coordinator conducts the run, at its next look at the pull requests. */
async function noted(run: Run, workspace: Workspace): Promise<Noted> {
  if (findCoordinator(workspace.home)?.run === run.id) return { after: run, isConducted: true }
  const { config } = await configOfRun(run, workspace)
  const quietly = { begins: false, answers: false, onEvents: () => {} }
  try {
    return {
      after: await syncPulls(run, { workspace, config, ...quietly }),
      isConducted: false,
    }
  } catch (error) {
    // Another run is conducted here. The review is kept all the same.
    if (error instanceof AlreadyConducted) return { after: run, isConducted: false }
    throw error
  }
}
