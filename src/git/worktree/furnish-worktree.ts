/** Makes a worktree ready for work: copies the included files, then runs the setup line. */
import { mkdirSync, statSync, utimesSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Opened } from '../../conduct/worktree-ports.ts'
import { killSignalOf } from '../../core/run/kill-exit-codes.ts'
import { inHome, inRun } from '../../core/value/home-paths.ts'
import { runLine, type LineEnd } from '../../processes/run-line.ts'
import { copyIncluded } from './copy-included.ts'
import { markOf } from './missing-folder.ts'
import type { WorktreeRecord } from './worktree-record.ts'
import { worktreeOf, type Site } from './worktree-site.ts'

export interface Furnishing {
  /** A shell command. */
  readonly setup: string | null
  readonly portsEach: number
  readonly signal: AbortSignal
}

/** Why the setup failed; null: the worktree is ready. */
export async function furnishWorktree(
  site: Site,
  record: WorktreeRecord,
  { setup, portsEach, signal }: Furnishing,
): Promise<(Opened & { readonly ok: false }) | null> {
  await copyIncluded(site.repository, record.path)
  if (setup === null) return null
  const log = join(logFolder(site, record), `${record.lane}.log`)
  mkdirSync(dirname(log), { recursive: true, mode: 0o700 })
  const { environment } = worktreeOf(site, record, { each: portsEach })
  const runSetup = (): Promise<LineEnd> =>
    runLine({
      line: setup,
      directory: record.path,
      environment: { ...environment, CONDUCTOR_HOME: site.home },
      log,
      signal,
    })
  const first = await runSetup()
  const isKilled = killSignalOf(first.code) !== null && !signal.aborted
  const { code, lastLines } = isKilled ? await runSetup() : first
  return code === 0 ? null : { ok: false, failure: { is: 'setup', code, log }, lastLines }
}

const logFolder = ({ home }: Site, { run }: WorktreeRecord): string =>
  run === null ? inHome(home, 'setup') : inRun(home, run, 'setup')

/**
 * From now on, everything that is written in the worktree is an agent's. The time is taken from the file
 * system itself, whose clock may be another machine's, and is later than any time at which setup could
 * still write.
 */
export async function handOver(record: WorktreeRecord): Promise<WorktreeRecord> {
  const pointer = join(record.path, '.git')
  const before = touch(pointer)
  let handedOverAt = touch(pointer)
  for (let tries = 0; handedOverAt === before && tries < 100; tries++) {
    await sleep(1)
    handedOverAt = touch(pointer)
  }
  return { ...record, status: 'working', handedOverAt, mark: markOf(record.path) }
}

function touch(file: string): number {
  utimesSync(file, new Date(), new Date())
  return statSync(file).ctimeMs
}
