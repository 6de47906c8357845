/**
 * Runs commands in a scope of systemd, which makes the kernel keep them to what they booked. systemd-run
 * asks for the scope, moves itself into it and becomes the command: same process, same pipes. The scope is
 * gone when the last process in it is.
 */
import type { Resources } from '../core/plan/plan.ts'
import { fenceBytes, type Reach } from './control-group.ts'
import { findProgram } from './find-program.ts'
import { tryOut } from './try-out.ts'

export interface SystemdScope {
  readonly reach: Reach
  /** Words to put before a command. */
  prefix(booked: Resources): readonly string[]
}

/** Null where scopes do not work: no systemd, no manager for this user, no cgroup v2, no answer in time. */
export async function findSystemdScope(
  program = findProgram('systemd-run'),
): Promise<SystemdScope | null> {
  if (program === null) return null
  const version = versionOf((await tryOut([program, '--version'])).printed)
  if (version === null) return null
  const start = [program, ...scopeOptions(version, process.getuid?.() === 0)]
  const asked = await tryOut([...scopePrefix(start, TRIAL, WHOLE), '/bin/sh', '-c', ASK_LIMITS])
  const reach = reachOfScope(asked.printed)
  if (!reach.memory) return null
  return { reach, prefix: (booked) => scopePrefix(start, booked, reach) }
}

/** The text is "systemd 252 (252.38-1~deb12u1)". */
export function versionOf(output: string): number | null {
  const version = /^systemd (\d+)/.exec(output)?.[1]
  return version === undefined ? null : Number(version)
}

/**
 * Root has no manager of its own, but may use the one of the system. From version 254 on systemd-run has
 * to be told not to replace `${x}` in the command.
 */
export const scopeOptions = (version: number, isRoot: boolean): readonly string[] => [
  ...(isRoot ? [] : ['--user']),
  '--scope',
  '--quiet',
  '--collect',
  ...(version >= 254 ? ['--expand-environment=no'] : []),
]

export function scopePrefix(
  start: readonly string[],
  { cpu, memoryBytes }: Resources,
  reach: Reach,
): readonly string[] {
  const limits: string[] = []
  if (cpu > 0 && reach.cpu) limits.push(`CPUQuota=${Math.max(1, Math.ceil(cpu * 100))}%`)
  if (memoryBytes > 0 && reach.memory)
    limits.push(`MemoryMax=${fenceBytes(memoryBytes)}`, 'MemorySwapMax=0')
  if (limits.length === 0) return []
  return [...start, ...limits.flatMap((limit) => ['-p', limit]), '--']
}

const WHOLE: Reach = { cpu: true, memory: true }
const TRIAL: Resources = { cpu: 0.5, memoryBytes: 2 ** 28 }
/**
 * Reads the limits inside the scope, because systemd accepts limits that its user has no right to, and
 * ignores them.
 */
const ASK_LIMITS = `
group=/sys/fs/cgroup$(sed -n 's/^0:://p' /proc/self/cgroup)
for file in memory.max cpu.max; do echo "$file $(cat "$group/$file")"; done
`

export function reachOfScope(output: string): Reach {
  const memory = /^memory\.max (\d+)$/m.exec(output)?.[1]
  const cpu = /^cpu\.max (\d+) (\d+)$/m.exec(output)
  return {
    memory: Number(memory) === fenceBytes(TRIAL.memoryBytes),
    cpu: cpu !== null && Number(cpu[1]) / Number(cpu[2]) === TRIAL.cpu,
  }
}
