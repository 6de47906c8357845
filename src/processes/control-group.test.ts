import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { groupFiles, makeGroup, ownGroup, reachOf, removeDeadGroups } from './control-group.ts'

const BOTH = { cpu: true, memory: true }
const NEITHER = { cpu: false, memory: false }
const UNIFIED = '30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n'
const OTHERS = '22 1 8:1 / / rw - ext4 /dev/sda1 rw\n31 22 0:27 / /proc rw - proc proc rw\n'

describe('our own group', () => {
  it('is found below where cgroup v2 is mounted', () => {
    expect(ownGroup('0::/user.slice/a.scope\n', OTHERS + UNIFIED)).toEqual({
      folder: '/sys/fs/cgroup/user.slice/a.scope',
      isTop: false,
    })
  })

  it('is found among those of cgroup v1', () => {
    const mounted = '41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw\n'
    expect(ownGroup('9:name=systemd:/\n4:memory:/x\n0::/\n', OTHERS + mounted)).toEqual({
      folder: '/sys/fs/cgroup/unified',
      isTop: true,
    })
  })

  it('is found where only a part is mounted, as in some containers', () => {
    const part = UNIFIED.replace('0:26 / ', '0:26 /docker/x ')
    expect(ownGroup('0::/docker/x/job\n', part)?.folder).toBe('/sys/fs/cgroup/job')
    expect(ownGroup('0::/docker/x\n', part)).toEqual({ folder: '/sys/fs/cgroup', isTop: true })
  })

  it.each([
    ['it is outside of what is mounted', '0::/../other\n', UNIFIED],
    ['another part is mounted', '0::/b\n', UNIFIED.replace('0:26 / ', '0:26 /a ')],
    ['there is only cgroup v1', '4:memory:/x\n', UNIFIED],
    ['nothing is mounted', '0::/\n', OTHERS],
    ['this is not Linux', '', ''],
  ])('is nowhere when %s', (_, cgroup, mountinfo) => {
    expect(ownGroup(cgroup, mountinfo)).toBe(null)
  })
})

describe('a group', () => {
  it('can be limited in what the one above hands down', () => {
    expect(reachOf('cpuset cpu io memory pids\n')).toEqual(BOTH)
    expect(reachOf('cpuset pids memory\n')).toEqual({ cpu: false, memory: true })
    expect(reachOf('\n')).toEqual(NEITHER)
  })

  it('gets a quarter more memory than is booked, no swap, and the processor time that is booked', () => {
    expect(groupFiles({ cpu: 0.5, memoryBytes: 1000 }, BOTH)).toEqual([
      ['cpu.max', '50000 100000'],
      ['memory.max', '1250'],
      ['memory.swap.max', '0'],
      ['memory.oom.group', '1'],
    ])
  })

  it('gets no value for what is not booked or not handed down', () => {
    expect(groupFiles({ cpu: 2, memoryBytes: 0 }, BOTH)).toEqual([['cpu.max', '200000 100000']])
    expect(groupFiles({ cpu: 2, memoryBytes: 1000 }, NEITHER)).toEqual([])
  })

  it('gets no less time than the kernel accepts', () => {
    expect(groupFiles({ cpu: 0.001, memoryBytes: 0 }, BOTH)).toEqual([['cpu.max', '1000 100000']])
  })

  it('that cannot be made is done without', () => {
    const booked = { cpu: 1, memoryBytes: 0 }
    expect(makeGroup({ folder: '/no/such/folder', reach: BOTH }, booked)).toBe(null)
  })
})

/** Some machines can make groups but hand no controllers down: that is enough to see which processes are in them. */
const own = ownGroup(read('/proc/self/cgroup'), read('/proc/self/mountinfo'))

describe.runIf(own !== null && canMake(own.folder))('a group of this machine', () => {
  const parent = { folder: own?.folder ?? '', reach: NEITHER }
  const booked = { cpu: 1, memoryBytes: 0 }

  it('has the command in it, with its words as they were, and is gone afterwards', async () => {
    const group = makeGroup(parent, booked)!
    const [sh, ...args] = group.prefix
    const line = ['/bin/sh', '-c', 'cat /proc/self/cgroup; echo "$1"; exit 7', 'sh', `it's "$x"`]
    const run = spawn(sh!, [...args, ...line], { stdio: ['ignore', 'pipe', 'inherit'] })
    let printed = ''
    run.stdout.on('data', (piece) => (printed += String(piece)))
    const [code] = await once(run, 'close')
    await group.remove()
    expect(code).toBe(7)
    expect(printed).toContain(`/conductor-${process.pid}-`)
    expect(printed).toContain(`it's "$x"\n`)
    expect(existsSync(group.folder)).toBe(false)
  })

  it('ends with everything that still runs in it, wherever it has moved', async () => {
    const group = makeGroup(parent, booked)!
    const [sh, ...args] = group.prefix
    const line = 'setsid sleep 60 >/dev/null 2>&1 & echo $!'
    const pid = Number(execFileSync(sh!, [...args, '/bin/sh', '-c', line], { encoding: 'utf8' }))
    expect(existsSync(`/proc/${pid}`)).toBe(true)
    await group.remove()
    expect(read(`/proc/${pid}/stat`)).not.toMatch(/\) [RSD] /)
    expect(existsSync(group.folder)).toBe(false)
  })

  it('of a coordinator that is gone is removed by the next, others are left', () => {
    const [dead, living] = ['conductor-1234567-1', `conductor-${process.pid}-x-1`].map((name) =>
      join(parent.folder, name),
    )
    for (const group of [dead!, living!]) mkdirSync(group)
    removeDeadGroups(parent, (pid) => pid === process.pid)
    expect([dead!, living!].map((group) => existsSync(group))).toEqual([false, true])
    rmdirSync(living!)
  })

  it('that cannot be entered any more does not keep the command from running', () => {
    const group = makeGroup(parent, booked)!
    const [sh, ...args] = group.prefix
    rmdirSync(group.folder)
    expect(execFileSync(sh!, [...args, 'echo', 'ran'], { encoding: 'utf8' })).toBe('ran\n')
  })
})

function read(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

function canMake(folder: string): boolean {
  const trial = join(folder, `conductor-test-${process.pid}`)
  try {
    mkdirSync(trial)
    const canKill = existsSync(join(trial, 'cgroup.kill'))
    rmdirSync(trial)
    return canKill
  } catch {
    return false
  }
}
