/** The processes of this machine at one moment, from /proc on Linux and from ps elsewhere. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { endianness } from 'node:os'
import { arch } from 'node:process'
import type { ProcessIdentity } from '../core/run/event.ts'

interface ProcessRow {
  readonly pid: number
  readonly parent: number
  readonly session: number
  readonly zombie: boolean
  /** The process was stopped (SIGSTOP), and does nothing until it is continued. */
  readonly isStopped: boolean
  readonly memoryBytes: number
  /** Tells a process from a later one with the same process id. */
  readonly startedAt: string
}

export type ProcessTable = ReadonlyMap<number, ProcessRow>

const HAS_PROC = existsSync('/proc/self/stat')

export const processTable = (): ProcessTable => (HAS_PROC ? tableFromProc() : tableFromPs())

export function identityOf(pid: number): ProcessIdentity | null {
  const row = rowOf(pid)
  return row && !row.zombie ? { pid, startedAt: row.startedAt } : null
}

const rowOf = (pid: number): ProcessRow | null =>
  HAS_PROC ? rowFromProc(pid) : (tableFromPs().get(pid) ?? null)

/** Whether this very process lives, not another one that got its process id later. */
export function isAlive(identity: ProcessIdentity): boolean {
  return identityOf(identity.pid)?.startedAt === identity.startedAt
}

/** The process was stopped (SIGSTOP) and waits to be continued. */
export const isStopped = ({ pid }: ProcessIdentity): boolean => rowOf(pid)?.isStopped === true

/** The identity of this process. */
export function ownIdentity(): ProcessIdentity {
  const identity = identityOf(process.pid)
  if (identity === null) throw new Error('this process does not find itself in the process table')
  return identity
}

/**
 * Whether the process has children, including ended ones that nobody has waited for; null: the system does
 * not tell quickly.
 */
export function hasChildren(pid: number): boolean | null {
  const children = readOrNull(`/proc/${pid}/task/${pid}/children`)
  return children === null ? null : children !== ''
}

/** The environment that a process was started with; empty when we may not read it. */
export function environmentOf(pid: number): string {
  return readOrNull(`/proc/${pid}/environ`) ?? ''
}

function tableFromProc(): ProcessTable {
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger)
  const rows = pids.map(rowFromProc).filter((row) => row !== null)
  return new Map(rows.map((row) => [row.pid, row]))
}

/** The fields follow the command, which may itself contain spaces and brackets: man 5 proc. */
function rowFromProc(pid: number): ProcessRow | null {
  const stat = readOrNull(`/proc/${pid}/stat`)
  if (stat === null) return null
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return {
    pid,
    zombie: fields[0] === 'Z' || fields[0] === 'X',
    isStopped: fields[0] === 'T' || fields[0] === 't',
    parent: Number(fields[1]),
    session: Number(fields[3]),
    startedAt: fields[19]!,
    memoryBytes: Number(fields[21]) * PAGE,
  }
}

/** Bytes of a page of memory: the kernel tells each process in its auxiliary vector, as pairs of a key and a value. */
export function pageSize(): number {
  const vector = readFileSync('/proc/self/auxv')
  const width = arch === 'arm' || arch === 'ia32' ? 4 : 8
  const word = (at: number): number =>
    endianness() === 'LE' ? vector.readUIntLE(at, 4) : vector.readUIntBE(at + width - 4, 4)
  for (let at = 0; at < vector.length; at += 2 * width)
    if (word(at) === PAGE_SIZE_KEY) return word(at + width)
  return 4096
}

/** AT_PAGESZ */
const PAGE_SIZE_KEY = 6

const PAGE = HAS_PROC ? pageSize() : 0

function readOrNull(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // The process ended while we looked, or we may not look at it.
    return null
  }
}

export function tableFromPs(): ProcessTable {
  const columns = 'pid=,ppid=,sess=,stat=,rss=,lstart='
  const listing = execFileSync('ps', ['-A', '-o', columns], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  })
  const rows = listing.split('\n').filter(Boolean).map(rowFromPs)
  return new Map(rows.map((row) => [row.pid, row]))
}

function rowFromPs(line: string): ProcessRow {
  const [pid, parent, session, stat, kilobytes, ...started] = line.trim().split(/\s+/)
  return {
    pid: Number(pid),
    parent: Number(parent),
    session: Number(session),
    zombie: stat!.startsWith('Z'),
    isStopped: stat!.startsWith('T'),
    memoryBytes: Number(kilobytes) * 1024,
    startedAt: started.join(' '),
  }
}
