/** Conducts a run in this terminal: shows it, obeys keys and signals, and prints the summary. */
import { resolve } from 'node:path'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { inRun, runFolder } from '../../core/value/home-paths.ts'
import type { Config } from '../../config/config.ts'
import type { Ask } from '../../core/ask/ask.ts'
import { linesAbout } from '../../core/text/command-line.ts'
import type { Hindrance } from '../../core/run/hindrance.ts'
import { hintFor } from '../../core/say/say-hindrance-hint.ts'
import { sayHindrance } from '../../core/say/say-hindrance.ts'
import { sayCount } from '../../core/say/say-count.ts'
import type { Event } from '../../core/run/event.ts'
import type { Briefing } from '../../core/agent/prompt-material.ts'
import { stateOf, type Run } from '../../core/run/run.ts'
import { isOver } from '../../core/run/task-state.ts'
import type { TaskId } from '../../core/value/ids.ts'
import { NOT_MEASURED, summarise } from '../../core/report/summary.ts'
import { countChanges } from '../../git/diff/changed-files.ts'
import { readCoverage, wasWrittenSince } from '../../git/land/coverage.ts'
import {
  dropSnapshot,
  measureChanges,
  treeOf,
  type Changes as FolderChanges,
  type Snapshot,
} from '../../git/diff/tree-changes.ts'
import type { CoordinatorLock } from '../../store/coordinator-lock.ts'
import { isUnpublished } from '../../core/forge/lane-pull.ts'
import { ALL_LANDED, COULD_NOT_GO_ON, INTERRUPTED, SOME_DID_NOT_LAND } from '../console/complain.ts'
import { waitForLock } from '../ask/work-alone.ts'
import { coordinate, type Controls } from './coordinate.ts'
import { reworded, stayWithoutReader, type Console } from '../console/console.ts'
import { pageAt } from './browser.ts'
import { endInAnyCase } from '../console/unexpected-errors.ts'
import { liveRun, movement } from './live-run.ts'
import { openNotifications } from './open-notifications.ts'
import { obeySignals } from './obey-signals.ts'
import { openLiveView } from './open-live-view.ts'
import { putOnPath } from '../place/put-on-path.ts'
import { openRunWeb, type RunWeb } from './open-run-web.ts'
import { explained, openStoreToWrite } from '../look/read-runs.ts'
import { keepOutcomes } from '../foresee/keep-outcomes.ts'
import { writeSummary } from '../look/summary-file.ts'
import { watchForApprovals } from '../../report-text/say-approvals.ts'
import { sayOnHold, watchForStandstill } from '../../report-text/say-on-hold.ts'
import { sayEvents } from '../../core/say/say-event.ts'
import { howToGoOn, nextSteps, sayNeeds } from '../../report-text/say-next-steps.ts'
import { sayProgress, sayRun, saySummary } from '../../report-text/say-summary.ts'
import type { ShowOptions } from './show-options.ts'
import { prepareWorkspace, type Workspace } from '../place/workspace.ts'
import { rememberProject } from '../projects/registry.ts'
import type { LastingEventStore } from '../../store/lasting-event-store.ts'
import type { SqliteEventStore } from '../../store/sqlite-event-store.ts'

export interface Stage extends ShowOptions {
  readonly workspace: Workspace
  readonly config: Config
  readonly console: Console
  /** A sample of our own: it does not appear in the list of the user's repositories. */
  readonly isSample?: boolean
}

export interface Prepared {
  readonly run: Run
  readonly briefing: Briefing
  /** Answered before anything else, but after recovery has dealt with what an earlier coordinator left. */
  readonly first: Ask | null
}

/** Opens everything, lets `prepare` find or make the run, conducts it, and closes everything. Returns the exit code. */
export async function conductHere(
  stage: Stage,
  prepare: (store: SqliteEventStore) => Promise<Prepared>,
): Promise<number> {
  stayWithoutReader()
  prepareWorkspace(stage.workspace)
  if (stage.isSample !== true) rememberProject(stage.workspace)
  using stack = new DisposableStack()
  const lock = stack.adopt(await waitForLock(stage.workspace), (taken) => taken.release())
  putOnPath(stage.workspace.home)
  const store = stack.adopt(openStoreToWrite(stage.workspace), (opened) => opened.close())
  // The web port is opened before anything has begun, because the port that the user asked for may be taken.
  await using web = await openRunWeb(stage.web, stage)
  return await explained(async () => {
    const prepared = await prepare(store)
    const console = reworded(stage.console, linesAbout(prepared.run.id, store.runs()))
    return conduct({ ...stage, console }, { store, lock }, web, prepared)
  })
}

interface Record {
  readonly store: LastingEventStore
  readonly lock: CoordinatorLock
}

async function conduct(
  stage: Stage,
  record: Record,
  web: RunWeb,
  { run, briefing, first }: Prepared,
): Promise<number> {
  const { workspace, config, console } = stage
  const before = await treeBefore(workspace, run)
  const moves = movement()
  const show =
    stage.ui || console.json
      ? () => {}
      : (events: readonly Event[]) => printLines(events, run, console)
  // Notifications close last: some channels take their time, and the summary must not wait for them.
  await using stack = new AsyncDisposableStack()
  const notifications = stack.adopt(openNotifications(run, config, stage), (one) => one.close())
  const onHold = console.json ? '' : sayOnHold(run).join('')
  const lookForStandstill = stage.ui ? () => {} : watchForStandstill(run, onHold, console.insist)
  const lookForApprovals = stage.ui ? () => {} : watchForApprovals(run, console.say)
  const onEvents = (events: readonly Event[]): void => {
    show(events)
    lookForApprovals()
    lookForStandstill()
    moves.moved()
    notifications.moved()
  }
  let heldUp: Hindrance | null = null
  const onHeldUp = (hindrance: Hindrance | null): void => {
    heldUp = hindrance
    if (!stage.ui) console.remark(sayHeldUp(hindrance))
    moves.moved()
  }
  if (!stage.ui) console.say(sayStart(run))
  if (web.link !== null) console.say(`Watch it in the browser: ${web.link}`)
  await using hands = new AsyncDisposableStack()
  const begin = (controls: Controls): void => {
    sayRecovery(controls, run, console)
    const signals = obeySignals(controls, {
      patienceMilliseconds: LONGEST_STOP,
      leave: (code) => process.exit(code),
      say: (text) => console.remark(text),
    })
    hands.defer(() => signals.close())
    hands.use(endInAnyCase(controls.kill))
    if (stage.ui) {
      const shown = (): Run =>
        heldUp === null ? run : { ...run, hindered: { ...heldUp, since: 0 } }
      const live = liveRun(shown, workspace.home, moves, controls.conducting.ask)
      const view = openLiveView(live, stage, pageAt(web.link), controls.conducting.stop)
      hands.defer(() => view.close())
    }
  }
  const charge = {
    ...record,
    workspace,
    run,
    config,
    briefing,
    first,
    onEvents,
    onHeldUp,
    waitsForPeople: stage.ui,
  }
  const end = await coordinate(charge, begin)
  // The live view is closed before the summary is printed.
  await hands.disposeAsync()
  if (end === 'stopped') return sayStopped(run, console)
  return end === 'hindered'
    ? sayHindered(run, heldUp ?? run.hindered, console)
    : await sumUp(stage, run, before)
}

const sayStart = (run: Run): string =>
  [
    `run ${run.id}: ${sayCount(run.plan.tasks.length, 'task')}, at most ${sayCount(run.agents, 'agent')} at once`,
    ...sayOnHold(run),
  ].join('\n')

function printLines(events: readonly Event[], run: Run, console: Console): void {
  for (const line of sayEvents(events, run)) console.say(line)
}

/** Called after the first ask was answered, which may have given up tasks that were cut off. */
function sayRecovery({ recovery }: Controls, run: Run, console: Console): void {
  const { stopped, unrecorded, lost } = recovery
  if (stopped > 0)
    console.remark(`ended ${sayCount(stopped, 'process', 'processes')} of an earlier coordinator`)
  if (unrecorded > 0)
    console.remark(`${sayCount(unrecorded, 'attempt')} had ended unrecorded; recorded now`)
  if (lost.length > 0)
    console.remark(
      `${sayCount(lost.length, 'attempt')} cut off with the earlier coordinator${sayAgain(run, lost)}`,
    )
}

function sayAgain(run: Run, lost: readonly TaskId[]): string {
  const again = lost.filter((task) => !isOver(stateOf(run, task))).length
  if (again === 0) return ''
  return again === lost.length ? '; will run again' : `; ${again} of them will run again`
}

/** Milliseconds. Committing the work of many attempts takes its time. */
const LONGEST_STOP = 30_000

/** A run that waits for a person does not go on by `resume`: each need says what to type instead. */
function sayStopped(run: Run, console: Console): number {
  const summary = summarise(run, NOT_MEASURED)
  const goOn = summary.waits_for_you ? '' : `\n${howToGoOn(run)}`
  console.answer(`${sayRun(summary)}.${goOn}`, summary)
  for (const line of sayNeeds(run, { now: Date.now(), isConducted: false })) console.say(line)
  return INTERRUPTED
}

const sayHeldUp = (hindrance: Hindrance | null): string =>
  hindrance === null
    ? 'events can be written again: the run continues'
    : `${sayHindrance(hindrance)}, so events cannot be written; Conductor keeps retrying (${hindrance.detail})`

/** Nothing is lost: what was under way ends as after a crash, and its work is in its worktrees. */
function sayHindered(run: Run, hindrance: Hindrance | null, console: Console): number {
  const why = hindrance === null ? '' : `: ${sayHindrance(hindrance)} (${hindrance.detail})`
  const help = hindrance === null ? '' : `First ${hintFor(hindrance)}. `
  const summary = summarise(run, NOT_MEASURED)
  console.answer(
    `Run ${run.id} stopped${why}; ${sayProgress(summary)}.\n${help}Then continue with: conductor resume`,
    summary,
  )
  return COULD_NOT_GO_ON
}

async function sumUp(
  { workspace, config, console }: Stage,
  run: Run,
  before: string | null,
): Promise<number> {
  const began = performance.now()
  const changes = await measure(workspace, run, before)
  const testCoverage = coverageInPlace(run, config.coverage)
  const aggregationSeconds = (performance.now() - began) / 1000
  const summary = summarise(run, { ...changes, testCoverage, aggregationSeconds })
  const unwritten = writeSummary(workspace, run, summary)
  if (unwritten !== null) console.remark(`note: ${unwritten} could not be written`)
  keepOutcomes(run, workspace)
  console.answer(`\n${saySummary(summary, console.colour)}`, summary)
  for (const line of nextSteps(run, summary, Date.now())) console.say(line)
  if (summary.tasks.landed < summary.tasks.total) return SOME_DID_NOT_LAND
  // An unfinished run may be resumed, and is then measured from its first start.
  dropSnapshot(snapshotOf(workspace, run))
  return isUnpublished(run) ? SOME_DID_NOT_LAND : ALL_LANDED
}

/** In place: the changes in the folder. In worktrees: the changes that have landed. */
async function measure(
  workspace: Workspace,
  run: Run,
  before: string | null,
): Promise<FolderChanges> {
  if (run.target === null) return measureChanges(snapshotOf(workspace, run), before)
  const { base, tip } = run.target
  return countChanges(base, tip, { in: run.settings.directory })
}

/** Only in place: in worktrees the checks report coverage, and the user's folder does not show it. */
function coverageInPlace({ settings, startedAt }: Run, file: string | null): number | null {
  if (file === null || settings.isolation !== 'none') return null
  const path = resolve(settings.directory, file)
  return wasWrittenSince(path, startedAt) ? readCoverage(path) : null
}

/** The tree is kept on disk, so that a resumed run is measured from its first start. */
async function treeBefore(workspace: Workspace, run: Run): Promise<string | null> {
  if (run.settings.isolation !== 'none') return null
  const file = inRun(workspace.home, run.id, 'treeBefore')
  if (existsSync(file)) return readFileSync(file, 'utf8')
  const tree = await treeOf(snapshotOf(workspace, run))
  mkdirSync(runFolder(workspace.home, run.id), { recursive: true, mode: 0o700 })
  if (tree !== null) writeFileSync(file, tree, { mode: 0o600 })
  return tree
}

const snapshotOf = (workspace: Workspace, run: Run): Snapshot => ({
  directory: run.settings.directory,
  objects: inRun(workspace.home, run.id, 'objects'),
})
