/** Tells whether a program has been running since some moment. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'

/** True also for programs whose name continues with a "-", such as `git-merge`. */
export function isRunningSince(name: string, moment: number): boolean {
  const processes = HAS_PROC ? fromProc() : fromPs()
  return processes.some(
    (running) =>
      (running.name === name || running.name.startsWith(`${name}-`)) &&
      running.startedAt <= moment + ROUNDED,
  )
}

/** Milliseconds: the kernel reports the start of the machine in whole seconds. */
const ROUNDED = 2000
const HAS_PROC = existsSync('/proc/self/stat')
/** Clock ticks per second, the same on all Linux systems that are in use. */
const TICKS_A_SECOND = 100

interface Running {
  readonly name: string
  readonly startedAt: number
}

function fromProc(): readonly Running[] {
  const boot = /^btime (\d+)$/m.exec(readFileSync('/proc/stat', 'utf8'))
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.flatMap((pid) => runningFrom(pid, Number(boot?.[1])))
}

/** man 5 proc: the name stands in brackets and may itself contain brackets; the start is the 22nd field. */
function runningFrom(pid: string, boot: number): readonly Running[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z') return []
    return [{ name, startedAt: (boot + Number(fields[19]) / TICKS_A_SECOND) * 1000 }]
  } catch {
    // The process ended while we looked.
    return []
  }
}

function fromPs(): readonly Running[] {
  const env = { ...process.env, LC_ALL: 'C' }
  const listing = execFileSync('ps', ['-A', '-o', 'lstart=,comm='], { encoding: 'utf8', env })
  return listing
    .split('\n')
    .filter(Boolean)
    .map((line) => ({
      startedAt: Date.parse(line.slice(0, LSTART)),
      name: basename(line.slice(LSTART).trim()),
    }))
}

/** The length of "Thu Nov  5 21:25:36 2026". */
const LSTART = 24
