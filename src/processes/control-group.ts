/**
 * Groups of processes that the kernel keeps to an amount of memory and processor time (cgroup v2). We make
 * them by hand below a group that is ours to divide. No existing group is changed: a group that does not
 * hand its controllers down already is not used.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Resources } from '../core/plan/plan.ts'
import { tryOut } from './try-out.ts'

/** The resources that the kernel can limit for an attempt. */
export interface Reach {
  readonly cpu: boolean
  readonly memory: boolean
}

/** A group in which other groups may be made. */
export interface ParentGroup {
  readonly folder: string
  readonly reach: Reach
}

export interface ControlGroup {
  readonly folder: string
  /** Words to put before a command, so that it runs in the group. */
  readonly prefix: readonly string[]
  /** Ends whatever still runs in the group, and removes it. */
  remove(): Promise<void>
}

/** Where this process can make groups: in its own group, or beside it. The first place that works is taken. */
export async function findParentGroup(): Promise<ParentGroup | null> {
  const own = ownGroup(readOrEmpty('/proc/self/cgroup'), readOrEmpty('/proc/self/mountinfo'))
  if (own === null) return null
  for (const folder of own.isTop ? [own.folder] : [own.folder, dirname(own.folder)]) {
    const reach = reachOf(readOrEmpty(join(folder, 'cgroup.subtree_control')))
    if (reach.memory && (await works({ folder, reach }))) return { folder, reach }
  }
  return null
}

/**
 * See man 7 cgroups, and man 5 proc for mountinfo. Null when there is no cgroup v2, or when this process
 * is outside of what is mounted.
 */
export function ownGroup(
  cgroup: string,
  mountinfo: string,
): { readonly folder: string; readonly isTop: boolean } | null {
  const own = /^0::(\/(?!\.\.).*)$/m.exec(cgroup)?.[1]
  const [, root, mounted] = /^\d+ \d+ \S+ (\S+) (\S+) .* - cgroup2 /m.exec(mountinfo) ?? []
  if (own === undefined || root === undefined || mounted === undefined) return null
  const below = relative(root, own)
  if (below.startsWith('..')) return null
  return { folder: join(mounted, below), isTop: below === '' }
}

/**
 * A group with processes in it cannot hand memory down to groups below (only the root group can), so what
 * counts is what a group hands down, not what it has.
 */
export function reachOf(subtreeControl: string): Reach {
  const handedDown = subtreeControl.split(/\s+/)
  return { cpu: handedDown.includes('cpu'), memory: handedDown.includes('memory') }
}

/** Whether a group can be made there and a process of ours can enter it. */
async function works(parent: ParentGroup): Promise<boolean> {
  const group = makeGroup(parent, { cpu: 1, memoryBytes: 2 ** 28 })
  if (group === null) return false
  const { printed } = await tryOut([...group.prefix, 'cat', '/proc/self/cgroup'])
  await group.remove()
  return printed.includes(`/${basename(group.folder)}\n`)
}

let groupsMade = 0

/** Null when the group cannot be made after all: the attempt then runs without one. */
export function makeGroup({ folder, reach }: ParentGroup, booked: Resources): ControlGroup | null {
  const group = join(folder, groupName(++groupsMade))
  try {
    mkdirSync(group)
    for (const [file, value] of groupFiles(booked, reach)) writeIfThere(join(group, file), value)
  } catch {
    removeIfEmpty(group)
    return null
  }
  return {
    folder: group,
    prefix: ['/bin/sh', '-c', ENTER, group],
    remove: () => remove(group),
  }
}

/** A command that cannot enter the group runs all the same. */
const ENTER = '{ echo $$ >"$0/cgroup.procs"; } 2>/dev/null; exec "$@"'

/** Older kernels, and machines without swap, lack some of the files. */
function writeIfThere(file: string, value: string): void {
  if (existsSync(file)) writeFileSync(file, value)
}

/** Which files of a group get which values. Swap is off, because memory over the limit would go to the disk instead. */
export function groupFiles(
  { cpu, memoryBytes }: Resources,
  reach: Reach,
): readonly (readonly [file: string, value: string])[] {
  const files: [string, string][] = []
  const time = Math.max(LEAST, Math.ceil(cpu * PERIOD))
  if (cpu > 0 && reach.cpu) files.push(['cpu.max', `${time} ${PERIOD}`])
  if (memoryBytes > 0 && reach.memory)
    files.push(
      ['memory.max', String(fenceBytes(memoryBytes))],
      ['memory.swap.max', '0'],
      ['memory.oom.group', '1'],
    )
  return files
}

/** In microseconds; the kernel refuses less than LEAST. */
const PERIOD = 100_000
const LEAST = 1000

/**
 * Somewhat more than what is booked. An attempt that takes more than it booked is found by measuring, and
 * the user is told; the kernel, which only kills, is for memory that grows faster than we measure.
 */
export const fenceBytes = (memoryBytes: number): number => Math.ceil(memoryBytes * 1.25)

async function remove(group: string): Promise<void> {
  for (let tries = 0; tries < 100 && !removeIfEmpty(group); tries++) {
    killAll(group)
    await sleep(10)
  }
}

/** Works on Linux 5.14 and newer; on older kernels, other code finds the processes that are left. */
function killAll(group: string): void {
  try {
    writeFileSync(join(group, 'cgroup.kill'), '1')
  } catch {
    // The group is gone, or the kernel is older.
  }
}

/** Returns true when the group is gone. */
function removeIfEmpty(group: string): boolean {
  try {
    rmdirSync(group)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT'
  }
}

const groupName = (number: number): string => `conductor-${process.pid}-${number}`

/** Removes the groups of coordinators that were killed; a living coordinator may be about to use its own. */
export function removeDeadGroups({ folder }: ParentGroup, isAlive: (pid: number) => boolean): void {
  for (const name of readdirSync(folder)) {
    const pid = /^conductor-(\d+)-\d+$/.exec(name)?.[1]
    if (pid !== undefined && !isAlive(Number(pid))) removeIfEmpty(join(folder, name))
  }
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // This is not Linux, or the file is not mounted, or we may not read it.
    return ''
  }
}
