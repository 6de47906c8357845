/** status, explain, logs and report: the commands that only read, during a run and after. */
import { setTimeout as sleep } from 'node:timers/promises'
import { attemptFolder } from '../../core/value/home-paths.ts'
import { readTranscript, transcriptTail } from '../../agents/transcript/read-transcript.ts'
import { followTranscript } from '../../agents/transcript/transcript-file.ts'
import type { TranscriptEntry } from '../../core/transcript/entry.ts'
import { fullTextOf, isFolded, textOf } from '../../core/transcript/text.ts'
import { attentionDocument, attentionFor } from '../../core/report/attention-document.ts'
import { explainDocument, waitDocument } from '../../core/report/explain-document.ts'
import { plainText } from '../../core/text/plain-text.ts'
import type { TaskId } from '../../core/value/ids.ts'
import { laneOf } from '../../core/plan/lanes.ts'
import { attemptsAt, stateOf, taskOf, type Attempt, type Run } from '../../core/run/run.ts'
import { standingOf, type Sight } from '../../core/report/task-standing.ts'
import { NOT_MEASURED, reportOn } from '../../core/report/summary.ts'
import { etaDocument } from '../../core/report/eta-document.ts'
import { batchesOnHold } from '../../core/ask/batches.ts'
import { estimatedIn, tokensOf } from '../../core/agent/usage.ts'
import { waitingTasks } from '../../core/schedule/why-waiting.ts'
import { inSnakeCase } from '../../core/report/worker-results.ts'
import { laneFolder } from '../../store/lane-folder.ts'
import { findCoordinator, findFrozen } from '../../store/coordinator-lock.ts'
import { liveStatus } from './live-status.ts'
import { Complaint } from '../console/complain.ts'
import type { Console } from '../console/console.ts'
import { mustFindTask } from './find-task.ts'
import { linesHere, lookAtRun } from './read-runs.ts'
import { otherRuns, waitingHere, withOthers } from './other-runs.ts'
import { nextSteps, sayNeeds } from '../../report-text/say-next-steps.ts'
import { saySummary } from '../../report-text/say-summary.ts'
import { explainTask } from '../../report-text/say-explain.ts'
import { withBranchesSettled } from '../ask/settle-branches.ts'
import { missingHere } from '../take/missing-here.ts'
import { withTakenNoticed } from '../take/notice-taken.ts'
import { statusReport } from './say-status.ts'
import { measuredAtEnd } from './summary-file.ts'
import { findWorkspace, type Workspace } from '../place/workspace.ts'

export async function statusCommand(wanted: string | undefined, console: Console): Promise<number> {
  const workspace = findWorkspace(console.folder)
  const seen = look(workspace, wanted)
  const { lines } = seen
  const settled = seen.isConducted
    ? seen.run
    : await withTakenNoticed(workspace, await withBranchesSettled(workspace, seen.run))
  const { run, isConducted, frozen } = await liveStatus(settled, workspace)
  const now = Date.now()
  const waits = waitingTasks(run, now)
  const { status, tasks, landing, results } = reportOn(run, NOT_MEASURED, { isConducted, frozen })
  const missing = run.ended === null ? new Set<TaskId>() : await missingHere(run)
  const { colour } = console
  const view = { now, isConducted, frozen, home: workspace.home, colour, missing }
  const others = otherRuns(workspace, run.id)
  const waiting = waitingHere(workspace, run.id)
  console.answer(withOthers(lines(statusReport(run, view)), [...waiting, ...others]), {
    run: run.id,
    status,
    conducted: isConducted,
    agents: run.agents,
    paused_batches: batchesOnHold(run).map((batch) => batch + 1),
    tasks,
    attention: attentionDocument(run, attentionFor(run, view), now, lines),
    ...etaDocument(run, now, isConducted && frozen === null),
    sessions: underWay(run).map((attempt) => session(run, attempt, { now, isConducted })),
    waiting: [...waits].map(([id, why]) => ({
      id,
      why: waitDocument(why),
      says: lines(standingOf(run, id, { now, isConducted, waits }).says),
    })),
    collisions: [...run.collisions.values()],
    landing,
    results,
    other_runs: others,
    waiting_runs: waiting,
  })
  return 0
}

/** Attempts of tasks that work or are stuck. */
const underWay = (run: Run): readonly Attempt[] =>
  run.states
    .filter((state) => state.is === 'working' || state.is === 'stuck')
    .map(({ attempt }) => run.attempts.get(attempt)!)

const session = (run: Run, attempt: Attempt, { now, isConducted }: Sight): object => ({
  id: attempt.id,
  task: attempt.task,
  issue: taskOf(run, attempt.task).issue,
  title: taskOf(run, attempt.task).name,
  status: isConducted || attempt.ended !== null ? stateOf(run, attempt.task).is : 'stopped',
  condition: attempt.condition.is,
  says: standingOf(run, attempt.task, { now, isConducted }).says || null,
  progress: attempt.progress,
  tokens: tokensOf(attempt.usage),
  cost_usd: attempt.usage.costUsd,
  estimated_usd: estimatedIn(attempt.usage),
  worker: attempt.worker,
  elapsed_s: (now - attempt.startedAt) / 1000,
  branch: run.worktrees.get(laneOf(taskOf(run, attempt.task)))?.branch ?? null,
  worktree: laneFolder(run, attempt.task),
  ...inSnakeCase(run.touched.get(attempt.task)?.changes ?? null),
})

export function explainCommand(task: string, wanted: string | undefined, console: Console): number {
  const workspace = findWorkspace(console.folder)
  const { run, isConducted, lines } = look(workspace, wanted)
  const id = mustFindTask(task, { workspace, run, command: 'explain' })
  const now = Date.now()
  const text = explainTask(run, id, { now, isConducted, folder: laneFolder(run, id) })
  console.answer(lines(text), explainDocument(run, id, { now, isConducted }))
  return 0
}

export interface LogOptions extends AttemptWanted {
  readonly follow: boolean
  readonly lines: number | undefined
  /** Also print what tools were given and returned. */
  readonly full: boolean
}

/** undefined: the newest. */
export interface AttemptWanted {
  readonly run?: string | undefined
  readonly attempt?: number | undefined
}

export async function logsCommand(
  task: string,
  options: LogOptions,
  console: Console,
): Promise<number> {
  const workspace = findWorkspace(console.folder)
  const log = findLog(workspace, task, options)
  if (log.attempt === null) {
    if (console.json) printAll([], options, console)
    console.remark(`"${log.task}" has not been started yet.`)
  } else if (options.follow) await follow(workspace, log, options, console)
  else printAll(readTranscript(log.folder), options, console)
  return 0
}

type FoundLog =
  | { readonly task: TaskId; readonly attempt: Attempt; readonly folder: string }
  | { readonly task: TaskId; readonly attempt: null }

/** The transcript of that attempt at the task, or of the newest. attempt null: there was none yet. */
function findLog(
  workspace: Workspace,
  taskName: string,
  { run: wanted, attempt: number }: AttemptWanted,
): FoundLog {
  const run = lookAtRun(workspace, wanted)
  const task = mustFindTask(taskName, { workspace, run, command: 'logs' })
  const attempts = attemptsAt(run, task)
  const attempt = number === undefined ? attempts.at(-1) : attempts[number - 1]
  if (attempt !== undefined)
    return { task, attempt, folder: attemptFolder(workspace.home, { ...attempt, run: run.id }) }
  if (number === undefined) return { task, attempt: null }
  throw new Complaint(`"${task}" has no attempt ${number}`, `it has had ${attempts.length}`)
}

/** The last lines of an attempt, for programs. */
export function logTailCommand(
  taskName: string,
  { attempt: wanted, lines }: AttemptWanted & { readonly lines: number },
  console: Console,
): void {
  const log = findLog(findWorkspace(console.folder), taskName, { attempt: wanted })
  const { task, attempt } = log
  if (attempt === null)
    return console.answer(`"${task}" has not been started yet.`, { task, attempt, lines: [] })
  const tail = transcriptTail(log.folder, lines)
  const text = tail.length === 0 ? '(no output)' : tail.join('\n')
  console.answer(text, { task, attempt: attempt.number, lines: tail })
}

function printAll(
  entries: readonly TranscriptEntry[],
  { lines, full }: Pick<LogOptions, 'lines' | 'full'>,
  console: Console,
): void {
  if (console.json) return void process.stdout.write(`${JSON.stringify(entries, null, 2)}\n`)
  const wanted = full ? entries : entries.filter((entry) => !isFolded(entry))
  printText(wanted.map((entry) => shown(entry, full, console)).join(''), lines)
  if (wanted.length < entries.length)
    console.remark(
      'Tools are shown in one line each: --full shows all that they were given and gave back, and what the agent thought.',
    )
}

function printText(text: string, lines: number | undefined): void {
  const wanted =
    lines === undefined ? text : `${text.trimEnd().split('\n').slice(-lines).join('\n')}\n`
  process.stdout.write(text === '' ? '(no output)\n' : wanted)
}

/** Prints until the attempt is over and all of its output has been shown. */
async function follow(
  workspace: Workspace,
  { folder, attempt }: FoundLog & { attempt: Attempt },
  { full, run: wanted }: LogOptions,
  console: Console,
): Promise<void> {
  const more = followTranscript(folder)
  for (let over = false; ; await sleep(100)) {
    for (const entry of more().filter((one) => console.json || full || !isFolded(one)))
      process.stdout.write(
        console.json ? `${JSON.stringify(entry)}\n` : shown(entry, full, console),
      )
    if (over) return
    over = isOver(workspace, wanted, attempt)
  }
}

function isOver(workspace: Workspace, wanted: string | undefined, attempt: Attempt): boolean {
  const { run, isConducted } = look(workspace, wanted)
  return !isConducted || run.attempts.get(attempt.id)?.ended !== null
}

/** Colours are kept where they can be shown; every other escape code is removed. */
function shown(entry: TranscriptEntry, full: boolean, console: Console): string {
  const text = full ? fullTextOf(entry) : textOf(entry)
  return plainText(text, { colours: console.colour })
}

export async function reportCommand(wanted: string | undefined, console: Console): Promise<number> {
  const workspace = findWorkspace(console.folder)
  const { run: seen, isConducted, lines } = look(workspace, wanted)
  const run = isConducted ? seen : await withTakenNoticed(workspace, seen)
  const conducted = { isConducted, frozen: findFrozen(workspace.home, run.id) }
  const measured = isConducted ? NOT_MEASURED : measuredAtEnd(workspace, run)
  const summary = reportOn(run, measured, conducted)
  console.answer(saySummary(summary, console.colour), summary)
  const now = Date.now()
  const steps = isConducted ? sayNeeds(run, { now, ...conducted }) : nextSteps(run, summary, now)
  for (const step of steps) console.say(lines(step))
  return 0
}

interface Seen {
  readonly run: Run
  readonly isConducted: boolean
  /** Rewrites the commands in a text so that they name this run. */
  readonly lines: (text: string) => string
}

function look(workspace: Workspace, wanted: string | undefined): Seen {
  const run = lookAtRun(workspace, wanted)
  const isConducted = findCoordinator(workspace.home)?.run === run.id
  return { run, isConducted, lines: linesHere(workspace, run.id) }
}
