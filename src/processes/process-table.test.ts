import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { until } from '../../test/until.ts'
import {
  environmentOf,
  identityOf,
  isAlive,
  pageSize,
  processTable,
  tableFromPs,
} from './process-table.ts'

describe('the process table', () => {
  it('knows this process and its parent', () => {
    const row = processTable().get(process.pid)!
    expect(row.parent).toBe(process.ppid)
    expect(row.zombie).toBe(false)
    expect(row.memoryBytes).toBeGreaterThan(10e6)
    expect(processTable().has(process.ppid)).toBe(true)
  })

  it.runIf(existsSync('/proc/self/stat'))('says the same from /proc and from ps', async () => {
    const child = spawn('sh', ['-c', 'sleep 30 # (a name) with) brackets'], { detached: true })
    await until(
      'both see it',
      () => processTable().has(child.pid!) && tableFromPs().has(child.pid!),
    )
    const [proc, ps] = [processTable(), tableFromPs()]
    for (const pid of [process.pid, process.ppid, child.pid!]) {
      const { startedAt: _, memoryBytes, ...row } = proc.get(pid)!
      expect(ps.get(pid)).toMatchObject(row)
      expect(ps.get(pid)!.memoryBytes / memoryBytes).toBeGreaterThan(0.5)
      expect(ps.get(pid)!.memoryBytes / memoryBytes).toBeLessThan(2)
    }
    expect(proc.get(child.pid!)!.session).toBe(child.pid)
    child.kill('SIGKILL')
  })

  it('tells when a process began in a way that stays the same', () => {
    expect(identityOf(process.pid)).toEqual(identityOf(process.pid))
    expect(tableFromPs().get(process.pid)!.startedAt).toBe(
      tableFromPs().get(process.pid)!.startedAt,
    )
  })

  it('does not take a later process for an earlier one with the same number', () => {
    const now = identityOf(process.pid)!
    expect(isAlive(now)).toBe(true)
    expect(isAlive({ ...now, startedAt: '1' })).toBe(false)
    expect(isAlive({ pid: 2 ** 22 + 1, startedAt: now.startedAt })).toBe(false)
  })

  it('counts a process that has ended but was not fetched by its parent as ended', async () => {
    const parent = spawn('sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 30'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const pid = await new Promise<number>((resolve) =>
      parent.stdout.once('data', (bytes: Buffer) => resolve(Number(bytes))),
    )
    await until('it is a zombie', () => processTable().get(pid)?.zombie)
    expect(identityOf(pid)).toBeNull()
    parent.kill('SIGKILL')
  })

  it.runIf(existsSync('/proc/self/environ'))('reads what a process was started with', async () => {
    const child = spawn('sleep', ['30'], { env: { ...process.env, GIVEN: 'für alle ✓' } })
    await until('it has begun', () => environmentOf(child.pid!).includes('GIVEN=für alle ✓\0'))
    expect(environmentOf(2 ** 22 + 1)).toBe('')
    child.kill('SIGKILL')
  })
})

it.skipIf(process.platform !== 'linux')('knows how large a page of memory is', () => {
  expect(pageSize()).toBe(Number(execFileSync('getconf', ['PAGESIZE'])))
})
