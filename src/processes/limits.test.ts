import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { describe, expect, it } from 'vitest'
import { canLimitCores } from './cpu-cores.ts'
import { findProgram } from './find-program.ts'
import { bestWay, enforcedBy, limitTo, openLimits, type Found } from './limits.ts'

const NOTHING: Found = { scope: null, group: null, prlimit: null, taskset: null }
const BOTH = { cpu: true, memory: true }
const MEMORY = { cpu: false, memory: true }
const scope = (reach: typeof BOTH) => ({ reach, prefix: () => ['scope', '--'] })
const group = (reach: typeof BOTH) => ({ folder: '/no/such/group', reach })
const GB = 1e9

describe('the best way', () => {
  it.each([
    [{ scope: scope(BOTH), group: group(BOTH), prlimit: '/p' }, 'scope'],
    [{ scope: scope(MEMORY), group: group(BOTH), prlimit: '/p' }, 'group'],
    [{ scope: scope(MEMORY), group: group(MEMORY), prlimit: '/p' }, 'scope'],
    [{ group: group(MEMORY), prlimit: '/p' }, 'group'],
    [{ prlimit: '/p' }, 'prlimit'],
    [{ taskset: '/t' }, 'nothing'],
  ])('of %j is %s', (found, is) => {
    expect(bestWay({ ...NOTHING, ...found }).is).toBe(is)
  })

  it('is told with what it enforces', () => {
    const way = (found: Partial<Found>) => bestWay({ ...NOTHING, ...found })
    expect(enforcedBy(way({ scope: scope(BOTH) }), true)).toEqual({
      memory: 'group',
      cpu: ['time', 'cores'],
      by: 'scope',
    })
    expect(enforcedBy(way({ group: group(MEMORY) }), false)).toEqual({
      memory: 'group',
      cpu: [],
      by: 'group',
    })
    expect(enforcedBy(way({ prlimit: '/p' }), true)).toMatchObject({
      memory: 'process',
      cpu: ['cores'],
    })
    expect(enforcedBy(way({}), false)).toEqual({ memory: 'measured', cpu: [], by: 'nothing' })
  })
})

describe('limiting an attempt', () => {
  it('to nothing puts nothing before its command', async () => {
    expect((await limitTo({ cpu: 0, memoryBytes: 0 })).prefix).toEqual([])
    expect(openLimits(NOTHING).limitTo({ cpu: 4, memoryBytes: GB }).prefix).toEqual([])
  })

  it('goes on without a group when it cannot be made', () => {
    const limits = openLimits({ ...NOTHING, group: group(BOTH) })
    expect(limits.limitTo({ cpu: 0, memoryBytes: GB }).prefix).toEqual([])
  })

  it('puts the group around the cores', () => {
    const limits = openLimits({ ...NOTHING, scope: scope(BOTH), taskset: findProgram('taskset') })
    expect(limits.limitTo({ cpu: 0, memoryBytes: GB }).prefix).toEqual(['scope', '--'])
  })

  it.runIf(findProgram('prlimit') !== null)(
    'sets a fence for each process that Node has room to live behind',
    () => {
      const limits = openLimits({ ...NOTHING, prlimit: findProgram('prlimit') })
      const [program, ...args] = limits.limitTo({ cpu: 0, memoryBytes: 50e6 }).prefix
      const inside = (...command: string[]): string =>
        execFileSync(program!, [...args, ...command], {
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'pipe'],
        })
      expect(inside('/bin/sh', '-c', 'ulimit -d')).toBe(
        `${Math.floor((4 * 50e6) / 1024 + 2 ** 22)}\n`,
      )
      expect(inside('/bin/sh', '-c', 'ulimit -d unlimited; ulimit -d')).toBe('unlimited\n')
      expect(inside(process.execPath, '-p', TWO_WORKERS)).toBe('2\n')
      expect(() => inside(process.execPath, '-p', 'Buffer.allocUnsafe(8e9).length')).toThrow(
        'ERR_MEMORY_ALLOCATION_FAILED',
      )
    },
  )

  it.runIf(canLimitCores() && availableParallelism() > 1)(
    'gives its cores to the next when it is let go',
    async () => {
      const limits = openLimits({ ...NOTHING, taskset: findProgram('taskset') })
      const all = Array.from({ length: availableParallelism() }, () =>
        limits.limitTo({ cpu: 1, memoryBytes: 0 }),
      )
      expect(new Set(all.map(({ prefix }) => prefix.at(-1))).size).toBe(all.length)
      expect(limits.limitTo({ cpu: 1, memoryBytes: 0 }).prefix).toEqual([])
      await all[0]!.release()
      expect(limits.limitTo({ cpu: 0.5, memoryBytes: 0 }).prefix).toEqual(all[0]!.prefix)
    },
  )
})

const TWO_WORKERS = `
const { Worker } = require('node:worker_threads');
[1, 2].map(() => new Worker('', { eval: true })).length
`
