/**
 * One small JSON file per attempt that lasts, so that any program that can read a file can follow
 * along: `.conductor/sessions/<attempt>.json`, replaced as a whole. An agent may write there, too: what it says
 * is heard, what it adds stays. Each session is also a line in `~/.conductor/sessions.jsonl` whenever it comes to stand differently.
 */
import { appendFileSync, mkdirSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'
import { pendingGuidance } from '../core/agent/guidance.ts'
import { tasksIn, type Event } from '../core/run/event.ts'
import type { AttemptId, TaskId } from '../core/value/ids.ts'
import { jsonFields } from '../core/value/json-fields.ts'
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

/** What is known of agents beside the events. */
export interface AgentVoices {
  /** When it was last seen to be there; null: not yet. */
  lastBeatOf(attempt: AttemptId): number | null
  /** What it last wrote about itself; null: nothing. */
  wordOf(attempt: AttemptId): OwnPart | null
  /** It has written into the session file itself, which is about to be written over. */
  listen(attempt: AttemptId): void
  /** What we have written there. */
  wrote(attempt: AttemptId, text: string): void
}

/** What an agent alone knows. */
interface OwnPart {
  readonly phase: string | null
  readonly pullRequestUrl: string | null
}

/** Of a session and what others have added to it. as: all but the heartbeat; line: in the list of all repositories. */
interface Traces {
  readonly as: string
  readonly line: string
  readonly session: SessionFile
}

/** at: when; text: what it was; isLast: nobody is there any more who could write there. */
interface Written extends Traces {
  readonly at: number
  readonly text: string
  readonly isLast: boolean
}

const FIRST_AFTER = 1000
const HEARTBEAT = 10_000

export interface SessionFiles {
  /** Writes what has changed; cheap enough to call every second, and whenever an agent is about to start. */
  update(now: number): void
  /** The list of all repositories has every attempt, also those that are over before they get a file. */
  list(events: readonly Event[]): void
  /** Writes the last state of everything still open. */
  close(now: number): void
}

export function openSessionFiles(folder: string, run: Run, voices: AgentVoices): SessionFiles {
  /** What was last written of each session that may still change. */
  const written = new Map<AttemptId, Written>()
  for (const attempt of attemptsIn(folder, run)) {
    const text = textIn(fileOf(folder, attempt)) ?? ''
    const session = jsonFields(text) as SessionFile | null
    if (session === null) continue
    written.set(attempt.id, { at: 0, text, isLast: true, ...tracesOf(run, attempt, session) })
  }
  /** What was last said of each session in the list of all repositories. */
  const listed = new Map([...written].map(([id, { line }]) => [id, line]))
  /** Files that could not be read the last time. */
  const half = new Set<AttemptId>()
  let shownUpTo = -1
  /** Nobody works any more, whatever the events say: they could not be written down. */
  let isLetGo = false

  /** Those of commands that have just ended, and are worth a file that they had no time to get. */
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

  /** Only when something has changed; a heartbeat alone is not worth a file each time. */
  const show = (attempt: Attempt, now: number): void => {
    const { id, ended } = attempt
    const file = fileOf(folder, attempt)
    const last = written.get(id)
    const found = last?.isLast ? OURS : lookAt(file, last?.text ?? null)
    // Whoever is just writing will be done the next time.
    const isHalf = found.is === 'half' && ended === null && !half.has(id)
    if (isHalf) return void half.add(id)
    half.delete(id)
    if (found.is === 'theirs') voices.listen(id)
    const told = sessionOf(run, attempt, keptFrom(found, last), voices)
    const stands = isLetGo ? asLeft(told, attempt) : told
    const session = withOthers(stands, found, last)
    const traces = tracesOf(run, attempt, session)
    const isDue = ended === null && now >= (last?.at ?? 0) + HEARTBEAT
    const isNew = last === undefined || last.as !== traces.as || isDue || found.is !== 'ours'
    const text = isNew ? replace(file, session) : last.text
    // What could not be written is written the next time.
    if (text === null) return
    logSessions(listOnce(id, traces.line))
    if (isNew && ended === null) voices.wrote(id, text)
    written.set(id, { at: isNew ? now : last.at, text, isLast: ended !== null, ...traces })
  }
  const showOpen = (now: number): void => {
    for (const attempt of openAttempts(run))
      if (written.has(attempt.id) || isShownAt(run, attempt, now)) show(attempt, now)
  }
  /** Once more when it has ended, and as long as its task may stand differently because of it. */
  const showEnded = (now: number): void => {
    for (const id of written.keys()) {
      const attempt = run.attempts.get(id)!
      if (attempt.ended === null) continue
      show(attempt, now)
      if (!isNewest(run, attempt)) written.delete(id)
    }
  }
  /** However short it was: somebody has to look at it. */
  const showStuck = (now: number): void => {
    if (run.counts.review + run.counts.stuck + run.counts.failed === 0) return
    for (const { id } of tasksWhere(run, ({ is }) => NEEDS_A_LOOK.has(is))) {
      const newest = newestOf(run, id)
      if (newest !== undefined) show(newest, now)
    }
  }
  /** What has ended stands differently only when something has happened. */
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

/** Whoever has a prompt takes part by files from the start; of commands only those that last are worth one. */
const isShownAt = (run: Run, { task, startedAt }: Attempt, now: number): boolean =>
  taskOf(run, task).work.is === 'prompt' || now >= startedAt + FIRST_AFTER

const newestOf = (run: Run, task: TaskId): Attempt | undefined => {
  const newest = run.attemptsOf.get(task)?.at(-1)
  return newest === undefined ? undefined : run.attempts.get(newest)
}

const NEEDS_A_LOOK: ReadonlySet<TaskStatus> = new Set(['review', 'stuck', 'failed'])

const fileOf = (folder: string, { id }: Attempt): string => join(folder, `${id}.json`)

/** Those that an earlier coordinator has written of. */
function attemptsIn(folder: string, run: Run): readonly Attempt[] {
  const files = filesIn(folder).map((file) =>
    run.attempts.get(basename(file, '.json') as AttemptId),
  )
  return files.filter((attempt) => attempt !== undefined)
}

/** None also when there is no such folder, or something else in its place. */
export function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** By what it is seen that something has changed. */
const tracesOf = (run: Run, attempt: Attempt, session: SessionFile): Traces => ({
  as: JSON.stringify({ ...session, lastHeartbeat: null }),
  line: JSON.stringify(lineOf(run, attempt, session)),
  session,
})

/** When nobody conducts the run any more: what was at work is cut off, what was landing goes on when the run is resumed. */
function asLeft(session: SessionFile, { ended }: Attempt): SessionFile {
  if (ended === null) return { ...session, status: 'paused', phase: 'lost' }
  return session.status === 'working' ? { ...session, status: 'paused' } : session
}

const OURS: Found = { is: 'ours' }

/** What is known from the file alone. */
type Kept = Pick<SessionFile, 'branch' | 'worktreePath' | 'pullRequestUrl'>

const NOTHING_KEPT: Kept = { branch: null, worktreePath: null, pullRequestUrl: null }

function keptFrom(found: Found, last: Written | undefined): Kept {
  const said = found.is === 'theirs' ? found.fields['pullRequestUrl'] : null
  return {
    branch: last?.session.branch ?? null,
    worktreePath: last?.session.worktreePath ?? null,
    pullRequestUrl: typeof said === 'string' ? said : (last?.session.pullRequestUrl ?? null),
  }
}

/** Fields that are not ours stay as whoever wrote them left them. */
function withOthers(session: SessionFile, found: Found, last: Written | undefined): SessionFile {
  const fields = found.is === 'theirs' ? found.fields : (last?.session ?? {})
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
    pullRequestUrl: (own ?? kept).pullRequestUrl,
    phase: phaseOf(run, attempt) ?? own?.phase ?? 'working',
    filesChanged: changes === undefined ? null : changes.filesCreated + changes.filesChanged,
    insertions: changes?.linesAdded ?? null,
    deletions: changes?.linesDeleted ?? null,
  }
}

/** What people have said and no agent has heard yet; of a task that has landed nobody ever will. */
const unheard = (run: Run, { task }: Attempt): string | null =>
  stateOf(run, task).is === 'landed' ? null : pendingGuidance(run, task).join('\n\n') || null

/** null: it works in a worktree, which is being made or has been given back. */
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

/** A command is its own. */
const agentOf = ({ work, agent }: Task): string | null => (work.is === 'command' ? null : agent)

function logSessions(lines: readonly string[]): void {
  if (lines.length === 0) return
  try {
    const folder = join(homedir(), HOME)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    appendFileSync(inHome(folder, 'sessionLog'), `${lines.join('\n')}\n`, { mode: 0o600 })
  } catch {
    // A home that cannot be written to (a container, a CI machine) is no reason to stop a run.
  }
}
