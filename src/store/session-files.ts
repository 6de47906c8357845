/**
 * One small JSON file per attempt that lasts, so that any program that can read a file can follow
 * along: `.conductor/sessions/<attempt>.json`, replaced as a whole, and written by nobody but the
 * coordinator. Each session is also a line in `~/.conductor/sessions.jsonl` whenever it comes to stand differently.
 */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'
import { pendingGuidance } from '../core/guidance.ts'
import { ifItCanBe } from '../core/hindrance.ts'
import type { AttemptId } from '../core/ids.ts'
import { laneOf } from '../core/lanes.ts'
import type { Task } from '../core/plan.ts'
import { openAttempts, taskOf, type Attempt, type Run } from '../core/run.ts'
import {
  isNewest,
  phaseOf,
  sessionStatus,
  stuckReason,
  type SessionStatus,
} from './session-status.ts'

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
}

/** What an agent alone knows. */
interface OwnPart {
  readonly phase: string | null
  readonly pullRequestUrl: string | null
}

/** at: when; as: all but the heartbeat; line: in the list of all repositories. */
interface Written {
  readonly at: number
  readonly as: string
  readonly line: string
  readonly session: SessionFile
}

const FIRST_AFTER = 1000
const HEARTBEAT = 10_000

export interface SessionFiles {
  /** Writes what has changed; cheap enough to call every second. */
  update(now: number): void
  /** Writes the last state of everything still open. */
  close(now: number): void
}

export function openSessionFiles(folder: string, run: Run, voices: AgentVoices): SessionFiles {
  /** What was last written of each session that may still change. */
  const written = new Map<AttemptId, Written>()
  for (const attempt of attemptsIn(folder, run)) {
    const session = readSession(fileOf(folder, attempt))
    if (session !== null) written.set(attempt.id, { at: 0, ...tracesOf(run, attempt, session) })
  }
  let shownUpTo = -1

  /** Only when something has changed; a heartbeat alone is not worth a file each time. */
  const show = (attempt: Attempt, now: number): void => {
    const file = fileOf(folder, attempt)
    const last = written.get(attempt.id)
    const session = sessionOf(run, attempt, last?.session ?? null, voices)
    const traces = tracesOf(run, attempt, session)
    const isDue = attempt.ended === null && now >= (last?.at ?? 0) + HEARTBEAT
    if (last?.line !== traces.line) logSession(traces.line)
    const isNew = last?.as !== traces.as || isDue
    // What could not be written is written the next time.
    const isWritten = !isNew || ifItCanBe(() => replace(file, session))
    const at = isNew ? now : last.at
    written.set(attempt.id, isWritten ? { at, ...traces } : { ...traces, at: 0, as: '' })
  }
  const showOpen = (now: number): void => {
    for (const attempt of openAttempts(run))
      if (written.has(attempt.id) || now >= attempt.startedAt + FIRST_AFTER) show(attempt, now)
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
    run.states.forEach(({ is }, i) => {
      if (is !== 'review' && is !== 'stuck' && is !== 'failed') return
      const newest = run.attemptsOf.get(run.plan.tasks[i]!.id)?.at(-1)
      if (newest !== undefined) show(run.attempts.get(newest)!, now)
    })
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
    close: showOver,
  }
}

const fileOf = (folder: string, { id }: Attempt): string => join(folder, `${id}.json`)

/** Those that an earlier coordinator has written of. */
function attemptsIn(folder: string, run: Run): readonly Attempt[] {
  if (!existsSync(folder)) return []
  const files = readdirSync(folder).map((file) =>
    run.attempts.get(basename(file, '.json') as AttemptId),
  )
  return files.filter((attempt) => attempt !== undefined)
}

/** By what it is seen that something has changed. */
const tracesOf = (run: Run, attempt: Attempt, session: SessionFile): Omit<Written, 'at'> => ({
  as: JSON.stringify({ ...session, lastHeartbeat: null }),
  line: JSON.stringify(lineOf(run, attempt, session)),
  session,
})

/** Another coordinator may have heard and seen more of it than we have. */
function readSession(file: string): SessionFile | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as SessionFile
  } catch {
    return null
  }
}

function replace(file: string, session: SessionFile): void {
  mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 })
  writeFileSync(`${file}.new`, `${JSON.stringify(session, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

function sessionOf(
  run: Run,
  attempt: Attempt,
  before: SessionFile | null,
  voices: AgentVoices,
): SessionFile {
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
    branch: attempt.delivery?.branch ?? worktree?.branch ?? null,
    worktreePath: placeOf(run, worktree?.path) ?? before?.worktreePath ?? null,
    startedAt: new Date(attempt.startedAt).toISOString(),
    lastHeartbeat: new Date(attempt.ended?.at ?? beatAt ?? attempt.startedAt).toISOString(),
    stuckReason: stuckReason(run, attempt),
    forwardedMessage: isNewest(run, attempt) ? unheard(run, attempt) : null,
    pullRequestUrl: (own ?? before)?.pullRequestUrl ?? null,
    phase: phaseOf(run, attempt) ?? own?.phase ?? 'working',
    filesChanged: changes === undefined ? null : changes.filesCreated + changes.filesChanged,
    insertions: changes?.linesAdded ?? null,
    deletions: changes?.linesDeleted ?? null,
  }
}

/** What people have said and no agent has heard yet. */
const unheard = (run: Run, { task }: Attempt): string | null =>
  pendingGuidance(run, task).join('\n\n') || null

/** null: its worktree is being made, or has gone to another lane. */
const placeOf = (run: Run, worktree: string | undefined): string | null =>
  worktree ?? (run.settings.isolation === 'none' ? run.settings.directory : null)

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

function logSession(line: string): void {
  try {
    const folder = join(homedir(), '.conductor')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    appendFileSync(join(folder, 'sessions.jsonl'), `${line}\n`, { mode: 0o600 })
  } catch {
    // A home that cannot be written to (a container, a CI machine) is no reason to stop a run.
  }
}
