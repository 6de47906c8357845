/** conductor pr: opens, updates and follows the pull requests of a run. */
import { setTimeout as sleep } from 'node:timers/promises'
import { laneOf } from '../../core/plan/lanes.ts'
import { areAllPullsDone, isUnpublished } from '../../core/forge/lane-pull.ts'
import { pullDocument } from '../../core/forge/pull-document.ts'
import type { Event } from '../../core/run/event.ts'
import { stateOf, taskOf, type Run } from '../../core/run/run.ts'
import { isOver } from '../../core/run/task-state.ts'
import { sayEvents } from '../../core/say/say-event.ts'
import { sayPulls } from '../../report-text/say-pulls.ts'
import { findCoordinator } from '../../store/coordinator-lock.ts'
import { ALL_LANDED, Complaint, SOME_DID_NOT_LAND } from '../console/complain.ts'
import type { Console } from '../console/console.ts'
import { goOn } from '../conduct/resume-command.ts'
import type { ShowOptions } from '../conduct/show-options.ts'
import { otherRuns, othersWithOpenPulls, withOthers } from '../look/other-runs.ts'
import { lookAtRun, mustKnow } from '../look/read-runs.ts'
import { configOfRun } from '../place/config-of-run.ts'
import type { LaneName, TaskId } from '../../core/value/ids.ts'
import { findWorkspace, type Workspace } from '../place/workspace.ts'
import { syncPulls } from './sync-pulls.ts'

export interface PullRequestOptions {
  readonly run: string | undefined
  /** Only the pull request of this task is shown; undefined: all pull requests of the run. */
  readonly task?: string | undefined
  /** Also gives feedback on the pull requests to agents; otherwise pull requests are only opened and updated. */
  readonly isSync: boolean
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
  if (isConducted(workspace, seen)) return showOnly(seen, task, workspace, console)
  const { config } = await configOfRun(seen, workspace)
  let told: string | null = null
  for (;;) {
    const place = { workspace, config, options, isFirst: told === null }
    const { run, others, code } = await syncAll(seen, place, console)
    const hasOtherRuns = isAboutAll(options) && others.length > 0
    const isOver = areAllPullsDone(run) && !hasOtherRuns
    const isLast = !options.follow || isOver || code > SOME_DID_NOT_LAND
    const { text, document } = sayRun(run, task, others, console)
    if (isLast) console.answer(text, document)
    else if (text !== told) console.say(text)
    if (isLast) return Math.max(code, codeOf(run))
    told = text
    await sleep(config.pullRequests.refreshSeconds * 1000)
  }
}

interface Synced {
  readonly run: Run
  /** How the agents that answered feedback ended. */
  readonly code: number
}

/** others: the other runs that have open pull requests. */
async function syncAll(
  seen: Run,
  place: Place,
  console: Console,
): Promise<Synced & { readonly others: OtherRuns }> {
  const hasOthers = isAboutAll(place.options) && (await syncOthers(seen, place, console))
  const synced =
    hasOthers && seen.publishing === null
      ? { run: seen, code: ALL_LANDED }
      : await syncOnce(seen, place, console)
  return { ...synced, others: otherRuns(place.workspace, seen.id) }
}

type OtherRuns = ReturnType<typeof otherRuns>

/** task: only its pull request; null: all pull requests of the run. */
function sayRun(
  run: Run,
  task: TaskId | null,
  others: OtherRuns,
  { colour }: Console,
): { readonly text: string; readonly document: object } {
  const shown = task === null ? null : laneOf(taskOf(run, task))
  return {
    text: withOthers(sayPulls(run, shown, colour), others),
    document: { ...pullDocument(run, shown), other_runs: others },
  }
}

type Place = Pick<Parameters<typeof syncPulls>[1], 'workspace' | 'config'> & {
  readonly options: PullRequestOptions
  /** The first look of this command. */
  readonly isFirst: boolean
}

/** The user has named no run, so the pull requests of older runs are followed, too. */
const isAboutAll = ({ isSync, run, task }: PullRequestOptions): boolean =>
  isSync && run === undefined && task === undefined

/**
 * Restacks the pull requests of other runs and records their status. Their agents are not started: `conductor pr sync --run`
 * does that. Returns whether there are such runs.
 */
async function syncOthers(seen: Run, { workspace }: Place, console: Console): Promise<boolean> {
  const others = othersWithOpenPulls(workspace, seen.id)
  for (const run of others) {
    const { config } = await configOfRun(run, workspace)
    const quietly = { begins: false, answers: false, onEvents: () => {} }
    try {
      await syncPulls(run, { workspace, config, ...quietly })
    } catch (error) {
      if (!(error instanceof Complaint)) throw error
      console.remark(`note: the pull requests of run ${run.id} were not read: ${error.message}`)
    }
  }
  return others.length > 0
}

/** Feedback may have become tasks, which agents work on at once. */
async function syncOnce(
  seen: Run,
  { workspace, config, options, isFirst }: Place,
  console: Console,
): Promise<Synced> {
  const before = lookAtRun(workspace, seen.id)
  const run = await syncPulls(before, {
    workspace,
    config,
    begins: !options.isSync,
    answers: options.isSync,
    reopens: isFirst && !options.isSync ? laneNamed(before, options.task) : null,
    onEvents: (now, events) => {
      if (!console.json) for (const line of sayEvents(onTheWay(events), now)) console.say(line)
    },
  })
  // A command that was killed may have left such tasks.
  const isToGoOn = roundsOf(run) > roundsOf(before) || (isFirst && hasOpenAnswers(run))
  if (!options.isSync || !isToGoOn) return { run, code: ALL_LANDED }
  // The command has one answer, the pull requests; what the run did is told on the way.
  const telling = { ...console, answer: (text: string) => console.say(text) }
  const code = await goOn(run.id, options.showing, telling, () => null)
  return { run: lookAtRun(workspace, run.id), code }
}

const laneNamed = (run: Run, task: string | undefined): LaneName | null =>
  task === undefined ? null : laneOf(taskOf(run, mustKnow(run, task)))

/** A problem with the forge is printed below the pull requests, so it is not printed before them. */
const onTheWay = (events: readonly Event[]): readonly Event[] =>
  events.filter(({ type }) => type !== 'forge-troubled')

const roundsOf = ({ pulls }: Run): number =>
  [...pulls.values()].reduce((sum, { rounds }) => sum + rounds.length, 0)

const hasOpenAnswers = (run: Run): boolean =>
  [...run.pulls.values()].some(({ rounds }) => rounds.some((task) => !isOver(stateOf(run, task))))

/** The run keeps its pull requests up to date while it is conducted. */
function isConducted({ home }: Workspace, run: Run): boolean {
  const coordinator = findCoordinator(home)
  if (coordinator === null) return false
  if (coordinator.run !== run.id)
    throw new Complaint(
      `run ${coordinator.run} is being conducted, and pull requests of run ${run.id} wait for its end`,
      'try again when it is over; `conductor status` shows how far it is',
    )
  if (run.publishing === null)
    throw new Complaint(
      `run ${run.id} is being conducted without \`--pr\``,
      'open pull requests when it is over: conductor pr',
    )
  return true
}

function showOnly(run: Run, task: TaskId | null, workspace: Workspace, console: Console): number {
  console.say(`Run ${run.id} is being conducted and keeps its pull requests up to date itself.`)
  const { text, document } = sayRun(run, task, otherRuns(workspace, run.id), console)
  console.answer(text, document)
  return codeOf(run)
}

const codeOf = (run: Run): number => (isUnpublished(run) ? SOME_DID_NOT_LAND : ALL_LANDED)
