/**
 * Keeps an attempt to the processors and the memory it books, as well as this machine can. The ways are
 * looked for once; a way that fails when it is tried counts as missing.
 */
import { existsSync } from 'node:fs'
import type { Resources } from '../core/plan/plan.ts'
import {
  findParentGroup,
  makeGroup,
  removeDeadGroups,
  type ParentGroup,
  type Reach,
} from './control-group.ts'
import { canLimitCores, cpuCores } from './cpu-cores.ts'
import { findProgram } from './find-program.ts'
import { identityOf } from './process-table.ts'
import { findSystemdScope, type SystemdScope } from './systemd-scope.ts'
import { tryOut } from './try-out.ts'

export interface Limits {
  readonly enforced: Enforced
  /** The limit for one attempt; to be released when none of its processes runs any more. */
  limitTo(booked: Resources): Limit
}

export interface Limit {
  /** Words to put before the command of the attempt: `[...prefix, 'claude', '-p']`. */
  readonly prefix: readonly string[]
  release(): Promise<void>
}

/** Memory is measured in every case: an attempt that takes more than it booked is ended. */
export interface Enforced {
  /** group: the kernel limits all processes of an attempt together. process: it limits each process. */
  readonly memory: 'group' | 'process' | 'measured'
  /** time: never more processor time than booked. cores: only on that number of cores. */
  readonly cpu: readonly ('time' | 'cores')[]
  readonly by: Way['is']
}

/** The ways that were found on this machine. */
export interface Found {
  readonly scope: SystemdScope | null
  readonly group: ParentGroup | null
  /** The path of the program. */
  readonly prlimit: string | null
  readonly taskset: string | null
}

export type Way =
  | { readonly is: 'scope'; readonly scope: SystemdScope }
  | { readonly is: 'group'; readonly parent: ParentGroup }
  | { readonly is: 'prlimit'; readonly program: string }
  | { readonly is: 'nothing' }

/** An attempt that books nothing needs no limit, so the machine is not examined. */
export async function limitTo(booked: Resources): Promise<Limit> {
  if (booked.cpu === 0 && booked.memoryBytes === 0) return FREE
  return (await machineLimits()).limitTo(booked)
}

let limits: Promise<Limits> | null = null

/** One object for the whole process, because all attempts share the cores. */
export const machineLimits = (): Promise<Limits> => (limits ??= look().then(openLimits))

async function look(): Promise<Found> {
  const [scope, group, prlimit] = await Promise.all([
    findSystemdScope(),
    findParentGroup(),
    findPrlimit(),
  ])
  if (group !== null) removeDeadGroups(group, (pid) => identityOf(pid) !== null)
  return { scope, group, prlimit, taskset: canLimitCores() ? findProgram('taskset') : null }
}

/** prlimit is part of util-linux. RLIMIT_DATA means something else on systems other than Linux. */
async function findPrlimit(): Promise<string | null> {
  const program = existsSync('/proc/self/limits') ? findProgram('prlimit') : null
  if (program === null) return null
  return (await tryOut([...prlimitPrefix(program, 2 ** 30), 'true'])).worked ? program : null
}

export function openLimits(programs: Found): Limits {
  const way = bestWay(programs)
  const cores = cpuCores()
  const { taskset } = programs
  return {
    enforced: enforcedBy(way, taskset !== null),
    limitTo(booked) {
      const taken = booked.cpu > 0 && taskset !== null ? cores.take(Math.ceil(booked.cpu)) : null
      const limit = limitBy(way, booked)
      return {
        prefix: [...limit.prefix, ...(taken === null ? [] : [taskset!, '-c', taken])],
        async release() {
          if (taken !== null) cores.release(taken)
          await limit.release()
        },
      }
    },
  }
}

/**
 * Kernel groups come first, those that also limit processor time before the others; systemd's before ours,
 * because systemd cleans up by itself.
 */
export function bestWay({ scope, group, prlimit }: Found): Way {
  const scopes: readonly Way[] = scope === null ? [] : [{ is: 'scope', scope }]
  const groups: readonly Way[] = group === null ? [] : [{ is: 'group', parent: group }]
  const ways = [...scopes, ...groups]
  const whole = ways.find((way) => reachOf(way).cpu) ?? ways[0]
  if (whole !== undefined) return whole
  return prlimit === null ? { is: 'nothing' } : { is: 'prlimit', program: prlimit }
}

export function enforcedBy(way: Way, hasCores: boolean): Enforced {
  const reach = reachOf(way)
  const memory = reach.memory ? 'group' : way.is === 'prlimit' ? 'process' : 'measured'
  const cpu = [...(reach.cpu ? ['time' as const] : []), ...(hasCores ? ['cores' as const] : [])]
  return { memory, cpu, by: way.is }
}

function reachOf(way: Way): Reach {
  switch (way.is) {
    case 'scope':
      return way.scope.reach
    case 'group':
      return way.parent.reach
    case 'prlimit':
    case 'nothing':
      return { cpu: false, memory: false }
  }
}

const FREE: Limit = { prefix: [], release: async () => {} }

function limitBy(way: Way, booked: Resources): Limit {
  switch (way.is) {
    case 'scope':
      return { ...FREE, prefix: way.scope.prefix(booked) }
    case 'group': {
      const group = makeGroup(way.parent, booked)
      return group === null ? FREE : { prefix: group.prefix, release: group.remove }
    }
    case 'prlimit':
      return booked.memoryBytes > 0
        ? { ...FREE, prefix: prlimitPrefix(way.program, booked.memoryBytes) }
        : FREE
    case 'nothing':
      return FREE
  }
}

/**
 * A generous limit. RLIMIT_DATA counts the memory that a process may write to, also what it never touches:
 * Node has 0.6 GB of that with 40 MB in use, and half a GB more for each worker thread. Only the soft
 * limit is set, so that a program that needs more (AddressSanitizer) can run `ulimit -d unlimited`.
 */
const prlimitPrefix = (program: string, memoryBytes: number): readonly string[] => [
  program,
  `--data=${4 * memoryBytes + 4 * 2 ** 30}:`,
]
