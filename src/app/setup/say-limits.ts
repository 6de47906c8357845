/** Says which limits of tasks are enforced on this machine, which are only measured, and how to get more. */
import type { Enforced } from '../../processes/limits.ts'
import type { Finding } from './finding.ts'

export function sayLimits(enforced: Enforced): Finding {
  const more = howToGetMore(enforced)
  return {
    what: 'limits',
    is: enforced.cpu.length > 0 ? 'ok' : 'note',
    says: `memory ${sayMemory(enforced)}; processors ${sayProcessors(enforced)}`,
    ...(more === null ? {} : { remedy: more }),
  }
}

function sayMemory({ memory, by }: Enforced): string {
  switch (memory) {
    case 'group':
      return `is measured, and enforced for the whole attempt (${GROUPS[by]})`
    case 'process':
      return 'is measured, and enforced roughly for each process (prlimit)'
    case 'measured':
      return 'is only measured'
  }
}

function sayProcessors({ cpu, by }: Enforced): string {
  const ways = cpu.map((way) => (way === 'time' ? `as time (${GROUPS[by]})` : 'as cores (taskset)'))
  return ways.length > 0 ? `are enforced ${ways.join(' and ')}` : 'are booked, not enforced'
}

const GROUPS: Readonly<Record<Enforced['by'], string>> = {
  scope: 'a scope of systemd',
  group: 'a cgroup',
  prlimit: '',
  nothing: '',
}

function howToGetMore({ memory, cpu, by }: Enforced): string | null {
  if (process.platform !== 'linux') return 'only Linux can do more'
  if (memory !== 'group')
    return 'for more, cgroup v2 is needed, and a session in which `systemd-run --user --scope true` works'
  if (cpu.includes('time')) return null
  return by === 'scope'
    ? 'to enforce time, too: Delegate=cpu memory pids for user@.service of systemd'
    : 'to enforce time, too: hand the cpu controller down to the group of Conductor'
}
