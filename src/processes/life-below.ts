/** What the process table shows of the processes below a host or a keeper at one moment. */
import type { Sign } from '../core/agent/sign.ts'
import type { ProcessTable } from './process-table.ts'
import { belowAndBeside } from './stop-processes.ts'

export function memoryBelow(pid: number, table: ProcessTable): number {
  return rowsBelow(pid, table).reduce((sum, row) => sum + row.memoryBytes, 0)
}

/** heartbeat: at least one process is not stopped (SIGSTOP); using memory is not enough. null: there is no process. */
export function signBelow(
  pid: number,
  table: ProcessTable,
): Extract<Sign, { is: 'heartbeat' | 'stopped' }> | null {
  const below = rowsBelow(pid, table)
  if (below.some(({ isStopped }) => !isStopped)) return { is: 'heartbeat' }
  const own = table.get(pid)
  const all = own === undefined ? below : [...below, own]
  const stopped = all.filter(({ isStopped }) => isStopped)
  return stopped.length === 0 ? null : { is: 'stopped', pids: stopped.map((row) => row.pid) }
}

const rowsBelow = (pid: number, table: ProcessTable) =>
  [...belowAndBeside(new Set([pid]))(table)]
    .map((each) => table.get(each)!)
    .filter(({ zombie }) => !zombie)
