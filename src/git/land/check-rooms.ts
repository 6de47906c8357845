/** Runs checks on the trees of commits, in worktrees ("rooms") that are made for checks and used again. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { CheckEnd, Checks } from '../../conduct/worktree-ports.ts'
import { formatDuration } from '../../core/value/duration.ts'
import { killSignalOf } from '../../core/run/kill-exit-codes.ts'
import type { CommitId, RunId } from '../../core/value/ids.ts'
import { inRun } from '../../core/value/home-paths.ts'
import { runLine, type LineEnd } from '../../processes/run-line.ts'
import { openRoomRecords, type RoomRecord } from './check-room-records.ts'
import {
  fillRoom,
  makeRoom,
  needsSetup,
  removeRoom,
  takeLeftRooms,
  type RoomSite,
} from './check-room.ts'
import { copyIncluded } from '../worktree/copy-included.ts'
import { coverageWritten } from './coverage.ts'
import { openRemovals } from '../call/remove-folder.ts'
import type { Repository } from '../call/repository.ts'
import { openRepositoryLock } from '../call/repository-lock.ts'

export interface ChecksOptions {
  readonly repository: Repository
  /** The `.conductor` folder. */
  readonly home: string
  /** The folder in which rooms are made; from the top of the repository. */
  readonly root: string
  readonly run: RunId
  /** A shell command that is run in every new room, and again whenever a manifest has changed. */
  readonly setup: string | null
  readonly environment: Readonly<Record<string, string>>
  /** The time limit of each check and of each setup; null: no limit. */
  readonly timeoutSeconds: number | null
  /** The file in which the tests report line coverage, from the top of the repository; null: there is none. */
  readonly coverage: string | null
}

/** The check could not be run at all, which says nothing about the work; the message is a sentence. */
export class CannotCheck extends Error {}

export function openChecks(options: ChecksOptions): Checks {
  const { repository, home, run, setup, timeoutSeconds } = options
  const root = resolve(repository.root, options.root)
  const site: RoomSite = {
    repository,
    root,
    lock: openRepositoryLock(repository.common),
    records: openRoomRecords(home),
    removals: openRemovals(repository, root),
  }
  const logs = inRun(home, run, 'checks')
  const busy = new Set<Promise<CheckEnd>>()
  let number = lastNumber(logs)
  let free: Promise<RoomRecord[]> | null = null

  return {
    run(commit, line, signal) {
      const checking = check(commit, line, signal).finally(() => busy.delete(checking))
      busy.add(checking)
      return checking
    },
    async close() {
      await Promise.allSettled(busy)
      for (const room of await rooms()) await removeRoom(site, room)
      free = null
      await site.removals.done()
      site.lock.close()
    },
  }

  /** The rooms of this process that are free. At first these are the rooms that killed processes have left. */
  function rooms(): Promise<RoomRecord[]> {
    free ??= takeLeftRooms(site).then(
      (left) => [...left],
      (error: unknown) => {
        free = null
        throw error
      },
    )
    return free
  }

  async function check(commit: CommitId, line: string, signal: AbortSignal): Promise<CheckEnd> {
    const log = newLog()
    const room = await filledRoom(commit)
    // If the setup does not finish, nobody knows what it has installed: the room counts as not set up.
    let left: RoomRecord = { ...room, setUp: null }
    try {
      left = await setUp(room, commit, log, signal)
      const coverage = coverageWritten(coverageIn(room))
      const { end, isLate } = await runIn(left, { commit, line, log, signal })
      if (isLate) return late(end, log)
      return { ...end, passed: end.code === 0, log, coverage: coverage() }
    } finally {
      ;(await rooms()).push(left)
    }
  }

  function coverageIn({ path }: RoomRecord): string | null {
    return options.coverage === null ? null : resolve(path, options.coverage)
  }

  /** Another process may run checks for the same run: the process that creates the file owns the number. */
  function newLog(): string {
    mkdirSync(logs, { recursive: true, mode: 0o700 })
    for (;;) {
      const log = join(logs, `${++number}.log`)
      if (isMade(log)) return log
    }
  }

  /**
   * A used room that cannot be filled is removed, and one new room is tried: the room may be broken while
   * the repository is not.
   */
  async function filledRoom(commit: CommitId): Promise<RoomRecord> {
    const used = (await rooms()).pop()
    if (used !== undefined) {
      try {
        await fillRoom(site, used, commit)
        return used
      } catch {
        // If the fault is not the room's, the new room has it too, and then it is reported.
        await removeRoom(site, used)
      }
    }
    return newRoom(commit)
  }

  async function newRoom(commit: CommitId): Promise<RoomRecord> {
    const room = await makeRoom(site, commit).catch((error: unknown) => refuse(commit, error))
    try {
      await fillRoom(site, room, commit)
      await copyIncluded(repository, room.path)
      return room
    } catch (error) {
      await removeRoom(site, room)
      return refuse(commit, error)
    }
  }

  /** Throws CannotCheck when the setup fails: that says nothing about the work, so it is no red check. */
  async function setUp(
    room: RoomRecord,
    commit: CommitId,
    checkLog: string,
    signal: AbortSignal,
  ): Promise<RoomRecord> {
    if (setup === null || !(await needsSetup(room, commit, setup))) return room
    const begun = site.records.write({ ...room, setUp: null })
    const log = checkLog.replace(/\.log$/, '.setup.log')
    const inRoom = { commit, line: setup, log, signal }
    let { end } = await runIn(room, inRoom)
    if (killSignalOf(end.code) !== null && !signal.aborted) ({ end } = await runIn(room, inRoom))
    if (signal.aborted) return begun
    if (end.code !== 0) throw new CannotCheck(saySetup(setup, end, log))
    return site.records.write({ ...room, setUp: { commit, line: setup } })
  }

  async function runIn(room: RoomRecord, { commit, line, log, signal }: InRoom) {
    const limit = timeoutSeconds === null ? null : AbortSignal.timeout(milliseconds(timeoutSeconds))
    const end = await runLine({
      line,
      directory: room.path,
      environment: {
        ...options.environment,
        CONDUCTOR_HOME: home,
        CONDUCTOR_RUN: run,
        CONDUCTOR_COMMIT: commit,
      },
      log,
      signal: limit === null ? signal : AbortSignal.any([signal, limit]),
    })
    return { end, isLate: limit?.aborted === true && end.code !== 0 && !signal.aborted }
  }

  function late(end: LineEnd, log: string): CheckEnd {
    const note = `[conductor] ended after ${formatDuration(timeoutSeconds ?? 0)}: land.check_timeout`
    return {
      ...end,
      passed: false,
      code: TIMED_OUT,
      log,
      lastLines: [...end.lastLines, note],
      coverage: null,
    }
  }
}

interface InRoom {
  readonly commit: CommitId
  readonly line: string
  readonly log: string
  readonly signal: AbortSignal
}

/** The exit code that `timeout` of coreutils uses. */
const TIMED_OUT = 124

/** A timer cannot be longer than this, which is 24 days. */
const milliseconds = (seconds: number): number => Math.min(seconds * 1000, 2 ** 31 - 1)

function refuse(commit: CommitId, error: unknown): never {
  const { message } = error as Error
  throw new CannotCheck(`no check can be run on ${commit}: ${message}`, { cause: error })
}

function saySetup(line: string, { code, lastLines }: LineEnd, log: string): string {
  const last = lastLines.at(-1)
  return `the setup of a room for checks failed: \`${line}\` ended with ${code}${last === undefined ? '' : ` (${last})`}; all it said is in ${log}`
}

function isMade(file: string): boolean {
  try {
    writeFileSync(file, '', { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** The highest number among the existing logs, so that a resumed run goes on counting. */
function lastNumber(folder: string): number {
  const names = existsSync(folder) ? readdirSync(folder) : []
  return Math.max(0, ...names.map((name) => Number.parseInt(name, 10) || 0))
}
