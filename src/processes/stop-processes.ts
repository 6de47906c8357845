/**
 * Ends processes for good: first with SIGTERM, then with SIGKILL. They are searched again and again until
 * none is left.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { environmentOf, processTable, type ProcessTable } from './process-table.ts'

/** Finds the processes to be ended in the process table of this moment. */
export type Finder = (table: ProcessTable) => Iterable<number>

/** Returns how many there were. */
export async function stopProcesses(find: Finder, graceMilliseconds: number): Promise<number> {
  const seen = new Set<number>()
  const deadline = performance.now() + graceMilliseconds
  for (let signal: NodeJS.Signals = 'SIGTERM'; ;) {
    const left = living(find)
    if (left.length === 0) return seen.size
    const late = performance.now() >= deadline
    if (late) signal = 'SIGKILL'
    for (const pid of left) if (late || !seen.has(pid)) send(pid, signal)
    left.forEach((pid) => seen.add(pid))
    await sleep(late ? 10 : 25)
  }
}

/** Returns how many there were. */
export function killProcesses(find: Finder): number {
  const pids = living(find)
  for (const pid of pids) send(pid, 'SIGKILL')
  return pids.length
}

function living(find: Finder): readonly number[] {
  const table = processTable()
  const pids = withAllBelow(find(table), table)
  return [...pids].filter((pid) => pid !== process.pid && table.get(pid)?.zombie === false)
}

/** Every process below the given ones and in their sessions, except the given ones themselves. */
export function belowAndBeside(pids: ReadonlySet<number>): Finder {
  return (table) => {
    const beside = [...table.values()].filter((row) => pids.has(row.session)).map((row) => row.pid)
    return withAllBelow([...pids, ...beside], table).difference(pids)
  }
}

function withAllBelow(pids: Iterable<number>, table: ProcessTable): Set<number> {
  const children = Map.groupBy(table.values(), (row) => row.parent)
  const all = new Set(pids)
  for (const pid of all) for (const child of children.get(pid) ?? []) all.add(child.pid)
  return all
}

/** Every process that was started with all of these lines in its environment, wherever it has moved since. */
export function startedWith(...lines: readonly string[]): Finder {
  const isStartedWith = (pid: number): boolean => {
    const environment = new Set(environmentOf(pid).split('\0'))
    return lines.every((line) => environment.has(line))
  }
  return (table) => [...table.keys()].filter(isStartedWith)
}

export const anyOf =
  (...finders: readonly Finder[]): Finder =>
  (table) =>
    finders.flatMap((find) => [...find(table)])

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
