/**
 * The files by which an attempt with a prompt and its coordinator tell each other things, for any agent that
 * can read and write files: docs/sessions.md. Only the agent writes its state, and only Conductor writes the
 * other files.
 */
import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Assignment } from '../../conduct/ports.ts'
import { ifPossible, makeFolder, makeWayForFile } from '../../processes/make-way.ts'
import { HOME, attemptFolder, inAttempt, inHome } from '../../core/value/home-paths.ts'

export interface SessionPlace {
  /** What stays the same during the attempt: its name, where it works, and on which task. */
  readonly context: string
  readonly prompt: string
  /** Written by the agent. */
  readonly state: string
  /** The session file: how the attempt stands, for any program. */
  readonly session: string
}

/**
 * The files are in the worktree of the attempt, where git does not see them; when it works in place, in its
 * folder.
 */
export function sessionPlace(home: string, assignment: Assignment): SessionPlace {
  const worktree = assignment.place.environment['CONDUCTOR_WORKTREE'] ?? null
  const folder = sessionFolder(home, worktree, { ...assignment, task: assignment.task.id })
  return {
    context: inAttempt(folder, 'sessionContext'),
    prompt: inAttempt(folder, 'sessionPrompt'),
    state: stateIn(folder),
    session: join(inHome(home, 'sessions'), `${assignment.attempt}.json`),
  }
}

export const sessionFolder = (
  home: string,
  worktree: string | null,
  attempt: Parameters<typeof attemptFolder>[1],
): string => (worktree === null ? attemptFolder(home, attempt) : join(worktree, HOME))

export const stateIn = (folder: string): string => inAttempt(folder, 'sessionState')

/** Called before an attempt begins; removes the state that an earlier agent has left there. */
export function furnishSession(
  home: string,
  assignment: Assignment,
  at: { readonly now: number; readonly repository: string | null },
): void {
  const place = sessionPlace(home, assignment)
  const folder = dirname(place.context)
  if (assignment.prompt === null) return void ifPossible(() => forgetState(place))
  makeFolder(folder)
  forgetState(place)
  for (const file of [place.context, place.prompt]) makeWayForFile(file)
  // In a worktree this folder may come from git and be readable for all users, and the agent writes private
  // text into it.
  chmodSync(folder, 0o700)
  const context = JSON.stringify(contextOf(place, assignment, at), null, 2)
  writeFileSync(place.context, `${context}\n`, { mode: 0o600 })
  writeFileSync(place.prompt, `${assignment.prompt.trimEnd()}\n`, { mode: 0o600 })
}

function forgetState({ state }: SessionPlace): void {
  makeWayForFile(state)
  rmSync(state, { force: true })
}

function contextOf(
  { session, state }: SessionPlace,
  { attempt, task, place }: Assignment,
  { now, repository }: { readonly now: number; readonly repository: string | null },
): object {
  const [owner, repo] = (task.repository ?? repository)?.split('/') ?? []
  const body = task.work.is === 'prompt' ? task.work.text : ''
  return {
    sessionId: attempt,
    issue: { number: task.issue, title: task.name, body },
    github: owner === undefined ? null : { owner, repo },
    branch: place.environment['CONDUCTOR_BRANCH'] ?? null,
    worktreePath: place.environment['CONDUCTOR_WORKTREE'] ?? place.directory,
    commands: COMMANDS,
    spawnedAt: new Date(now).toISOString(),
    sessionFilePath: session,
    stateFilePath: state,
  }
}

const COMMANDS = {
  update: 'conductor session status <planning|working> [note]',
  heartbeat: 'conductor session heartbeat',
  guidance: 'conductor session guidance',
} as const
