import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { tempFolder } from '../../test/repository/temp-folder.ts'
import { until } from '../../test/until.ts'
import { identityOf, processTable } from './process-table.ts'
import {
  anyOf,
  belowAndBeside,
  killProcesses,
  startedWith,
  stopProcesses,
} from './stop-processes.ts'

const isGone = (pid: number): boolean => identityOf(pid) === null

/** A shell in a session of its own that says when it is ready by touching "ready". */
async function shell(line: string, environment: Record<string, string> = {}) {
  const folder = tempFolder()
  const child = spawn('sh', ['-c', line], {
    cwd: folder.path,
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, ...environment },
  })
  const pid = child.pid!
  onTestFinished(() => {
    killProcesses(anyOf(belowAndBeside(new Set([pid])), () => [pid]))
    folder[Symbol.dispose]()
  })
  await until('the shell is ready', () => existsSync(join(folder.path, 'ready')))
  return pid
}

describe('stopping processes', () => {
  it('ends what listens at once, and tells how many there were', async () => {
    const pid = await shell('sleep 60 & sleep 60 & touch ready; wait')
    const began = performance.now()
    expect(await stopProcesses(() => [pid], 3000)).toBe(3)
    expect(performance.now() - began).toBeLessThan(1500)
    expect(isGone(pid)).toBe(true)
  })

  it('kills what does not listen when its time is over', async () => {
    const pid = await shell(`trap '' TERM; touch ready; while :; do sleep 1; done`)
    const began = performance.now()
    await stopProcesses(() => [pid], 300)
    expect(performance.now() - began).toBeGreaterThanOrEqual(299)
    expect(isGone(pid)).toBe(true)
  })

  it('ends what appears while it stops the rest', async () => {
    const pid = await shell(
      `trap 'setsid sleep 60 & sleep 60' TERM; touch ready; sleep 61 & wait`,
      {
        GIVEN: 'appears',
      },
    )
    expect(
      await stopProcesses(
        anyOf(() => [pid], startedWith('GIVEN=appears')),
        500,
      ),
    ).toBeGreaterThan(2)
    expect(
      [...startedWith('GIVEN=appears')(processTable())].filter((left) => !isGone(left)),
    ).toEqual([])
  })

  it('has nothing to do where nothing is', async () => {
    expect(await stopProcesses(() => [], 3000)).toBe(0)
    expect(await stopProcesses(() => [2 ** 22 + 1], 3000)).toBe(0)
    expect(killProcesses(() => [2 ** 22 + 1])).toBe(0)
  })

  it('never ends itself', () => {
    expect(killProcesses((table) => (table.has(process.pid) ? [process.pid] : []))).toBe(0)
  })
})

describe('finding processes', () => {
  it('finds all below a process and beside it in its session, but not itself', async () => {
    const pid = await shell('sh -c "sleep 60; true" & touch ready; wait')
    await until('the grandchild is there', () => belowAndBesideOf(pid).length === 2)
    expect(belowAndBesideOf(pid)).not.toContain(pid)
  })

  it('finds by every line of the environment, whole lines only', async () => {
    const pid = await shell('touch ready; exec sleep 60', { ONE: 'x y', TWO: 'ü' })
    const found = (...lines: readonly string[]) => [...startedWith(...lines)(processTable())]
    expect(found('ONE=x y')).toContain(pid)
    expect(found('ONE=x y', 'TWO=ü')).toContain(pid)
    expect(found('ONE=x y', 'TWO=other')).not.toContain(pid)
    expect(found('ONE=x')).not.toContain(pid)
    expect(found('NE=x y')).not.toContain(pid)
  })

  const belowAndBesideOf = (pid: number) => [...belowAndBeside(new Set([pid]))(processTable())]
})
