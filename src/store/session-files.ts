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
import { openAttempts, taskOf, type Attempt, type Run } from '../core/run.ts'

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
  const writtenAt = new Map<AttemptId, number>()

  const write = (attempt: Attempt, now: number): void => {
    const file = join(folder, `${attempt.id}.json`)
    mkdirSync(folder, { recursive: true })
    writeFileSync(`${file}.new`, `${JSON.stringify(sessionOf(run, attempt, now), null, 2)}\n`)
    renameSync(`${file}.new`, file)
  }
  const finish = (now: number): void => {
    for (const id of writtenAt.keys()) {
      const attempt = run.attempts.get(id)!
      if (attempt.ended === null) continue
      write(attempt, now)
      logSession(run, attempt)
      writtenAt.delete(id)
    }
  }
  const beat = (now: number): void => {
    for (const attempt of openAttempts(run)) {
      const last = writtenAt.get(attempt.id)
      const due = last === undefined ? attempt.startedAt + FIRST_AFTER : last + HEARTBEAT
      if (now < due) continue
      write(attempt, now)
      if (last === undefined) logSession(run, attempt)
      writtenAt.set(attempt.id, now)
    }
  }
  return {
    update(now) {
      finish(now)
      beat(now)
    },
    close: finish,
  }
}

function sessionOf(run: Run, attempt: Attempt, now: number): SessionFile {
  const task = taskOf(run, attempt.task)
  const worktree = run.worktrees.get(laneOf(task))
  const changes = attempt.delivery?.changes ?? run.touched.get(task.id)?.changes
  return {
    id: attempt.id,
    issueNumber: task.issue,
    issueTitle: task.name,
    status: statusOf(attempt),
    branch: worktree?.branch ?? null,
    worktreePath: placeOf(run, worktree?.path),
    startedAt: new Date(attempt.startedAt).toISOString(),
    lastHeartbeat: new Date(attempt.ended?.at ?? now).toISOString(),
    stuckReason: null,
    forwardedMessage: null,
    pullRequestUrl: null,
    phase: attempt.ended?.outcome.is ?? 'working',
    filesChanged: changes === undefined ? null : changes.filesCreated + changes.filesChanged,
    insertions: changes?.linesAdded ?? null,
    deletions: changes?.linesDeleted ?? null,
  }
}

/** null: its worktree is being made. */
const placeOf = (run: Run, worktree: string | undefined): string | null =>
  worktree ?? (run.settings.isolation === 'none' ? run.settings.directory : null)

function statusOf({ ended }: Attempt): SessionFile['status'] {
  switch (ended?.outcome.is) {
    case undefined:
      return 'working'
    case 'succeeded':
      return 'complete'
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
    status: statusOf(attempt),
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
