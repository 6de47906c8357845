/**
 * Hands out processor cores for commands. Only Linux can pin a command to cores; elsewhere processors are
 * booked, not limited.
 */
import { existsSync, readFileSync } from 'node:fs'
import { findProgram } from './find-program.ts'

export interface CpuCores {
  /** Cores that no other command was given, as taskset lists them; null when that cannot be done. */
  take(count: number): string | null
  release(cores: string): void
}

export function cpuCores(): CpuCores {
  const all = canLimitCores() ? allowedCores() : []
  const free = new Set(all)
  return {
    take(count) {
      // All cores would be no limit, and more than are free cannot be given.
      if (count >= all.length || count > free.size) return null
      const taken = [...free].slice(0, count)
      for (const core of taken) free.delete(core)
      return taken.join(',')
    },
    release(cores) {
      for (const core of cores.split(',')) free.add(Number(core))
    },
  }
}

/** Needs taskset, which is part of util-linux. */
export const canLimitCores = (): boolean =>
  allowedCores().length > 0 && findProgram('taskset') !== null

/** The cores that this process may use: `0-3,6` in /proc. */
function allowedCores(): readonly number[] {
  if (!existsSync('/proc/self/status')) return []
  const list = /^Cpus_allowed_list:\s*(\S+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))
  return (list?.[1] ?? '').split(',').flatMap((range) => {
    const [first, last = first] = range.split('-').map(Number)
    return Array.from({ length: last! - first! + 1 }, (_, i) => first! + i)
  })
}
