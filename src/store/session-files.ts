/**
 * One small JSON file per attempt that lasts, so that any program that can read a file can follow the run:
 * `.conductor/sessions/<attempt>.json`, replaced as a whole. The agent may write there, too: Conductor reads
 * its words and keeps the fields it adds. Whenever the status of a session changes, Conductor also appends a
 * line to `~/.conductor/sessions.jsonl`.
 */
import { appendFileSync, mkdirSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'
import { pendingGuidance } from '../core/agent/guidance.ts'
import { tasksIn, type Event } from '../core/run/event.ts'
import type { AttemptId, TaskId } from '../core/value/ids.ts'
import { jsonFields } from '../core/value/json-fields.ts'
import { pullAddress } from '../core/forge/pull-document.ts'
import { laneOf } from '../core/plan/lanes.ts'
import type { Task } from '../core/plan/plan.ts'
import {
  openAttempts,
  stateOf,
  taskOf,
  tasksWhere,
  type Attempt,
  type Run,
} from '../core/run/run.ts'
import type { TaskStatus } from '../core/run/task-state.ts'
import { HOME, inHome } from '../core/value/home-paths.ts'
import { laneFolder } from './lane-folder.ts'
import {
  isNewest,
  phaseOf,
  sessionStatus,
  stuckReason,
  type SessionStatus,
} from './session-status.ts'
import { lookAt, replace, textIn, type Found } from './shared-file.ts'

export interface SessionFile {
  readonly id: string
  readonly issueNumber: number | null
  readonly issueTitle: string
  readonly status: SessionStatus
  readonly branch: string | null
  readonly worktreePath: string | null
  readonly startedAt: string
  readonly lastHeartbeat: string
  readonly stuckReason: string | null
  readonly forwardedMessage: string | null
  readonly pullRequestUrl: string | null
  readonly phase: string
  readonly filesChanged: number | null
  readonly insertions: number | null
  readonly deletions: number | null
}

/** Facts about agents that are not in the events. */
export interface AgentVoices {
  /** When the agent last gave a sign of life; null: not yet. */
  lastBeatOf(attempt: AttemptId): number | null
  /** What the agent last wrote about itself; null: nothing. */
  wordOf(attempt: AttemptId): OwnPart | null
  /** Called when the agent has written into the session file, which is about to be overwritten. */
  listen(attempt: AttemptId): void
  /** Called with the text that Conductor has written into the session file. */
  wrote(attempt: AttemptId, text: string): void
}

/** The facts that only the agent knows. */
interface OwnPart {
  readonly phase: string | null
  readonly pullRequestUrl: string | null
}

/**
 * A session with the fields that others have added. as: the session without its heartbeat; line: its line in
 * the list of all repositories.
 */
interface Traces {
  readonly as: string
  readonly line: string
  readonly session: SessionFile
}

/** What was written: at: when; text: the content; isLast: the attempt has ended, so nothing else writes there. */
interface Written extends Traces {
  readonly at: number
  readonly text: string
  readonly isLast: boolean
}

const FIRST_AFTER = 1000
const HEARTBEAT = 10_000

export interface SessionFiles {
  /**
   * Writes the files that have changed; cheap enough to call every second, and whenever an agent is about to
   * start.
   */
  update(now: number): void
  /**
   * Adds attempts to the list of all repositories, which has every attempt, also those that end before they get
   * a file.
   */
  list(events: readonly Event[]): void
  /** Writes the last state of everything still open. */
  close(now: number): void
}

export function openSessionFiles(folder: string, run: Run, voices: AgentVoices): SessionFiles {
  /** What was last written for each session that may still change. */
  const written = new Map<AttemptId, Written>()
  for (const attempt of attemptsIn(folder, run)) {
    const text = textIn(fileOf(folder, attempt)) ?? ''
    const session = jsonFields(text) as SessionFile | null
    if (session === null) continue
    written.set(attempt.id, { at: 0, text, isLast: true, ...tracesOf(run, attempt, session) })
  }
  /** The last line of each session in the list of all repositories. */
  const listed = new Map([...written].map(([id, { line }]) => [id, line]))
  /** Files that could not be read the last time. */
  const half = new Set<AttemptId>()
  let shownUpTo = -1
  /** No agent works any more, even if the events say otherwise, because their ends could not be recorded. */
  let isLetGo = false

  /** Attempts of commands that have just ended, and that were too short to get a session file but should have one. */
  const lastedIn = (events: readonly Event[]): readonly Attempt[] =>
    events
      .flatMap((event) => (event.type === 'attempt-ended' ? run.attempts.get(event.attempt)! : []))
      .filter(
        ({ id, startedAt, ended }) => !written.has(id) && ended!.at >= startedAt + FIRST_AFTER,
      )
  const isShort = ({ id, ended }: Attempt): boolean => ended !== null && !written.has(id)
  const shortLine = (attempt: Attempt): string =>
    tracesOf(run, attempt, sessionOf(run, attempt, NOTHING_KEPT, voices)).line
  const listOnce = (id: AttemptId, line: string): readonly string[] => {
    if (listed.get(id) === line) return []
    listed.set(id, line)
    return [line]
  }

  /** Writes the file only when something has changed; a heartbeat alone is written once per HEARTBEAT. */
  const show = (attempt: Attempt, now: number): void => {
    const { id, ended } = attempt
    const file = fileOf(folder, attempt)
    const last = written.get(id)
    const onDisk = last?.isLast ? OURS : lookAt(file, last?.text ?? null)
    // The program that is writing the file right now will have finished at the next update.
    const isHalf = onDisk.is === 'half' && ended === null && !half.has(id)
    if (isHalf) return void half.add(id)
    half.delete(id)
    if (onDisk.is === 'theirs') voices.listen(id)
    const told = sessionOf(run, attempt, keptFrom(onDisk, last), voices)
    const stands = isLetGo ? asLeft(told, attempt) : told
    const session = withOthers(stands, onDisk, last)
    const traces = tracesOf(run, attempt, session)
    const isDue = ended === null && now >= (last?.at ?? 0) + HEARTBEAT
    const isNew = last === undefined || last.as !== traces.as || isDue || onDisk.is !== 'ours'
    const text = isNew ? replace(file, session) : last.text
    // A file that could not be written is written at the next update.
    if (text === null) return
    logSessions(listOnce(id, traces.line))
    if (isNew && ended === null) voices.wrote(id, text)
    written.set(id, { at: isNew ? now : last.at, text, isLast: ended !== null, ...traces })
  }
  const showOpen = (now: number): void => {
    for (const attempt of openAttempts(run))
      if (written.has(attempt.id) || isShownAt(run, attempt, now)) show(attempt, now)
  }
  /**
   * Writes a session once more when its attempt has ended, and then for as long as the state of its task
   * depends on it.
   */
  const showEnded = (now: number): void => {
    for (const id of written.keys()) {
      const attempt = run.attempts.get(id)!
      if (attempt.ended === null) continue
      show(attempt, now)
      if (!isNewest(run, attempt)) written.delete(id)
    }
  }
  /** Writes a file for the newest attempt of a task that needs a person, however short the attempt was. */
  const showStuck = (now: number): void => {
    if (run.counts.review + run.counts.stuck + run.counts.failed === 0) return
    for (const { id } of tasksWhere(run, ({ is }) => NEEDS_A_LOOK.has(is))) {
      const newest = newestOf(run, id)
      if (newest !== undefined) show(newest, now)
    }
  }
  /** The session of an ended attempt changes only when an event has happened. */
  const showOver = (now: number): void => {
    if (run.sequence === shownUpTo) return
    shownUpTo = run.sequence
    showEnded(now)
    showStuck(now)
  }
  return {
    update(now) {
      showOver(now)
      showOpen(now)
    },
    list(events) {
      for (const attempt of lastedIn(events)) show(attempt, attempt.ended!.at)
      const moved = [...new Set(events.flatMap(tasksIn))]
      const short = moved.flatMap((task) => newestOf(run, task) ?? []).filter(isShort)
      logSessions(short.flatMap((attempt) => listOnce(attempt.id, shortLine(attempt))))
    },
    close(now) {
      isLetGo = true
      shownUpTo = -1
      showOver(now)
      for (const attempt of openAttempts(run)) if (written.has(attempt.id)) show(attempt, now)
    },
  }
}

/** An attempt with a prompt uses its file from the start; a command gets a file only when it lasts. */
const isShownAt = (run: Run, { task, startedAt }: Attempt, now: number): boolean =>
  taskOf(run, task).work.is === 'prompt' || now >= startedAt + FIRST_AFTER

const newestOf = (run: Run, task: TaskId): Attempt | undefined => {
  const newest = run.attemptsOf.get(task)?.at(-1)
  return newest === undefined ? undefined : run.attempts.get(newest)
}

const NEEDS_A_LOOK: ReadonlySet<TaskStatus> = new Set(['review', 'stuck', 'failed'])

const fileOf = (folder: string, { id }: Attempt): string => join(folder, `${id}.json`)

/** The attempts for which an earlier coordinator has written files. */
function attemptsIn(folder: string, run: Run): readonly Attempt[] {
  const files = filesIn(folder).map((file) =>
    run.attempts.get(basename(file, '.json') as AttemptId),
  )
  return files.filter((attempt) => attempt !== undefined)
}

/** Empty also when the folder does not exist, or is not a folder. */
export function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** The texts by which a change is noticed. */
const tracesOf = (run: Run, attempt: Attempt, session: SessionFile): Traces => ({
  as: JSON.stringify({ ...session, lastHeartbeat: null }),
  line: JSON.stringify(lineOf(run, attempt, session)),
  session,
})

/**
 * The session when no coordinator conducts the run any more: an attempt that was working is cut off, and a
 * delivery that was landing goes on when the run is resumed.
 */
function asLeft(session: SessionFile, { ended }: Attempt): SessionFile {
  if (ended === null) return { ...session, status: 'paused', phase: 'lost' }
  return session.status === 'working' ? { ...session, status: 'paused' } : session
}

const OURS: Found = { is: 'ours' }

/** The facts that only the file holds. */
type Kept = Pick<SessionFile, 'branch' | 'worktreePath' | 'pullRequestUrl'>

const NOTHING_KEPT: Kept = { branch: null, worktreePath: null, pullRequestUrl: null }

function keptFrom(onDisk: Found, last: Written | undefined): Kept {
  const pullRequestUrl = onDisk.is === 'theirs' ? onDisk.fields['pullRequestUrl'] : null
  return {
    branch: last?.session.branch ?? null,
    worktreePath: last?.session.worktreePath ?? null,
    pullRequestUrl:
      typeof pullRequestUrl === 'string' ? pullRequestUrl : (last?.session.pullRequestUrl ?? null),
  }
}

/** Fields that are not Conductor's keep the values that other programs gave them. */
function withOthers(session: SessionFile, onDisk: Found, last: Written | undefined): SessionFile {
  const fields = onDisk.is === 'theirs' ? onDisk.fields : (last?.session ?? {})
  const others = Object.entries(fields).filter(([name]) => !(name in session))
  return { ...session, ...Object.fromEntries(others) }
}

function sessionOf(run: Run, attempt: Attempt, kept: Kept, voices: AgentVoices): SessionFile {
  const own = voices.wordOf(attempt.id)
  const beatAt = voices.lastBeatOf(attempt.id)
  const task = taskOf(run, attempt.task)
  const worktree = run.worktrees.get(laneOf(task))
  const changes = attempt.delivery?.changes ?? run.touched.get(task.id)?.changes
  return {
    id: attempt.id,
    issueNumber: task.issue,
    issueTitle: task.name,
    status: sessionStatus(run, attempt, beatAt !== null),
    branch: attempt.delivery?.branch ?? worktree?.branch ?? kept.branch,
    worktreePath:
      worktree === undefined ? (inPlace(run) ?? kept.worktreePath) : laneFolder(run, task.id),
    startedAt: new Date(attempt.startedAt).toISOString(),
    lastHeartbeat: new Date(attempt.ended?.at ?? beatAt ?? attempt.startedAt).toISOString(),
    stuckReason: stuckReason(run, attempt),
    forwardedMessage: isNewest(run, attempt) ? unheard(run, attempt) : null,
    pullRequestUrl: (own ?? kept).pullRequestUrl ?? pullAddress(run, task),
    phase: phaseOf(run, attempt) ?? own?.phase ?? 'working',
    filesChanged: changes === undefined ? null : changes.filesCreated + changes.filesChanged,
    insertions: changes?.linesAdded ?? null,
    deletions: changes?.linesDeleted ?? null,
  }
}

/** Guidance that no agent has heard yet; null for a landed task, whose agents will never hear it. */
const unheard = (run: Run, { task }: Attempt): string | null =>
  stateOf(run, task).is === 'landed' ? null : pendingGuidance(run, task).join('\n\n') || null

/** null: the attempt works in a worktree, which is being made or has been given back. */
const inPlace = ({ settings }: Run): string | null =>
  settings.isolation === 'none' ? settings.directory : null

const lineOf = (run: Run, attempt: Attempt, session: SessionFile): object => ({
  session_id: attempt.id,
  task_id: attempt.task,
  branch_name: session.branch,
  started_at: session.startedAt,
  url: session.pullRequestUrl,
  status: session.status,
  directory: session.worktreePath,
  agent: attempt.conversation?.agent ?? agentOf(taskOf(run, attempt.task)),
  conversation_id: attempt.conversation?.id ?? null,
})

/** A command has no agent. */
const agentOf = ({ work, agent }: Task): string | null => (work.is === 'command' ? null : agent)

function logSessions(lines: readonly string[]): void {
  if (lines.length === 0) return
  try {
    const folder = join(homedir(), HOME)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    appendFileSync(inHome(folder, 'sessionLog'), `${lines.join('\n')}\n`, { mode: 0o600 })
  } catch {
    // A home folder that cannot be written (a container, a CI machine) is no reason to stop a run.
  }
}
