/**
 * One small JSON file per attempt that lasts, so that any program that can read a file can follow
 * along: `.conductor/sessions/<attempt>.json`, replaced as a whole. Each session is also a line in
 * `~/.conductor/sessions.jsonl`, once when it begins and once when it ends.
 */
import { appendFileSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { AttemptId } from '../core/ids.ts'
import { laneOf } from '../core/lanes.ts'
import { openAttempts, stateOf, taskOf, type Attempt, type Run } from '../core/run.ts'
import { sayTrouble } from '../core/say-trouble.ts'
import type { TaskState } from '../core/task-state.ts'

export interface SessionFile {
  readonly id: string
  readonly issueNumber: number | null
  readonly issueTitle: string
  readonly status:
    | 'registered'
    | 'planning'
    | 'working'
    | 'stuck'
    | 'complete'
    | 'cancelled'
    | 'paused'
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

const FIRST_AFTER = 1000
const HEARTBEAT = 10_000

export interface SessionFiles {
  /** Writes what has changed; cheap enough to call every second. */
  update(now: number): void
  /** Writes the last state of everything still open. */
  close(now: number): void
}

export function openSessionFiles(home: string, run: Run): SessionFiles {
  const folder = join(home, 'sessions')
  /** What was last written of each session that is not over. */
  const written = new Map<AttemptId, { readonly at: number; readonly as: string }>()

  const write = (attempt: Attempt, now: number): void => {
    const file = join(folder, `${attempt.id}.json`)
    mkdirSync(folder, { recursive: true })
    writeFileSync(`${file}.new`, `${JSON.stringify(sessionOf(run, attempt, now), null, 2)}\n`)
    renameSync(`${file}.new`, file)
    const as = standingOf(run, attempt)
    if (written.get(attempt.id)?.as !== as) logSession(run, attempt)
    written.set(attempt.id, { at: now, as })
  }
  /** Once more when it has ended, and as often as its delivery comes to stand differently. */
  const finish = (now: number): void => {
    for (const [id, { as }] of written) {
      const attempt = run.attempts.get(id)!
      if (attempt.ended === null) continue
      if (standingOf(run, attempt) !== as) write(attempt, now)
      if (stateOfDelivery(run, attempt) === null) written.delete(id)
    }
  }
  const beat = (now: number): void => {
    for (const attempt of openAttempts(run)) {
      const last = written.get(attempt.id)
      const due = last === undefined ? attempt.startedAt + FIRST_AFTER : last.at + HEARTBEAT
      if (now >= due) write(attempt, now)
    }
  }
  /** However short it was: somebody has to look at it. */
  const tellStuck = (now: number): void => {
    for (const state of run.states)
      if (state.is === 'review' && !written.has(state.attempt))
        write(run.attempts.get(state.attempt)!, now)
  }
  return {
    update(now) {
      finish(now)
      beat(now)
      tellStuck(now)
    },
    close(now) {
      finish(now)
      tellStuck(now)
    },
  }
}

/** While what it delivered is on its way; null: it is not, or another attempt's is. */
function stateOfDelivery(
  run: Run,
  attempt: Attempt,
): (TaskState & { is: 'landing' | 'review' }) | null {
  const state = stateOf(run, attempt.task)
  const isOn = state.is === 'landing' || state.is === 'review'
  return isOn && state.attempt === attempt.id ? state : null
}

const standingOf = (run: Run, attempt: Attempt): string =>
  [statusOf(run, attempt), phaseOf(run, attempt), stuckReasonOf(run, attempt) ?? ''].join(' ')

const phaseOf = (run: Run, attempt: Attempt): string =>
  stateOfDelivery(run, attempt)?.is ?? attempt.ended?.outcome.is ?? 'working'

function stuckReasonOf(run: Run, attempt: Attempt): string | null {
  const state = stateOfDelivery(run, attempt)
  return state?.is === 'review' ? sayTrouble(state.trouble) : null
}

function sessionOf(run: Run, attempt: Attempt, now: number): SessionFile {
  const task = taskOf(run, attempt.task)
  const worktree = run.worktrees.get(laneOf(task))
  const changes = attempt.delivery?.changes ?? run.touched.get(task.id)?.changes
  return {
    id: attempt.id,
    issueNumber: task.issue,
    issueTitle: task.name,
    status: statusOf(run, attempt),
    branch: worktree?.branch ?? null,
    worktreePath: placeOf(run, worktree?.path),
    startedAt: new Date(attempt.startedAt).toISOString(),
    lastHeartbeat: new Date(attempt.ended?.at ?? now).toISOString(),
    stuckReason: stuckReasonOf(run, attempt),
    forwardedMessage: null,
    pullRequestUrl: null,
    phase: phaseOf(run, attempt),
    filesChanged: changes === undefined ? null : changes.filesCreated + changes.filesChanged,
    insertions: changes?.linesAdded ?? null,
    deletions: changes?.linesDeleted ?? null,
  }
}

/** null: its worktree is being made. */
const placeOf = (run: Run, worktree: string | undefined): string | null =>
  worktree ?? (run.settings.isolation === 'none' ? run.settings.directory : null)

function statusOf(run: Run, attempt: Attempt): SessionFile['status'] {
  const delivery = stateOfDelivery(run, attempt)
  if (delivery !== null) return delivery.is === 'review' ? 'stuck' : 'working'
  switch (attempt.ended?.outcome.is) {
    case undefined:
      return 'working'
    case 'succeeded':
      return 'complete'
    case 'asked':
    case 'over-budget':
      return 'stuck'
    case 'preempted':
    case 'lost':
      return 'paused'
    case 'failed':
    case 'cancelled':
      return 'cancelled'
  }
}

function logSession(run: Run, attempt: Attempt): void {
  const task = taskOf(run, attempt.task)
  const line = {
    session_id: attempt.id,
    task_id: attempt.task,
    branch_name: attempt.delivery?.branch ?? run.worktrees.get(laneOf(task))?.branch ?? null,
    started_at: new Date(attempt.startedAt).toISOString(),
    url: null,
    status: statusOf(run, attempt),
    directory: placeOf(run, run.worktrees.get(laneOf(task))?.path),
  }
  try {
    const folder = join(homedir(), '.conductor')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    appendFileSync(join(folder, 'sessions.jsonl'), `${JSON.stringify(line)}\n`, { mode: 0o600 })
  } catch {
    // A home that cannot be written to (a container, a CI machine) is no reason to stop a run.
  }
}
