import { spawn } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { tempRepository } from '../../../test/repository/temp-repository.ts'
import { isRunningSince } from '../../processes/running-since.ts'
import { changeRef } from './change-ref.ts'

const begin = { ref: 'refs/heads/run', to: 'HEAD', from: null }

function locked() {
  const repository = tempRepository()
  const lock = join(repository.common, 'refs/heads/run.lock')
  writeFileSync(lock, '')
  return { lock, options: { repository, onNote: () => {}, patience: 500 } }
}

describe('a lock', () => {
  it('is named when it stays, and left alone when it is young', async () => {
    const { lock, options } = locked()
    await expect(changeRef(begin, options)).rejects.toThrow(
      `${lock} is in the way: another git holds it, or has crashed`,
    )
    expect(existsSync(lock)).toBe(true)
  })

  it('is waited for', async () => {
    const { lock, options } = locked()
    const changing = changeRef(begin, { ...options, patience: 15_000 })
    await sleep(300)
    rmSync(lock)
    expect(await changing).toBe(true)
  })
})

it('knows whether a program that could hold it is running', async () => {
  const repository = tempRepository()
  const holder = spawn('git', ['cat-file', '--batch'], { cwd: repository.root })
  onTestFinished(() => void holder.kill())
  await new Promise((resolve) => holder.once('spawn', resolve))
  await sleep(50)
  expect(isRunningSince('git', Date.now())).toBe(true)
  expect(isRunningSince('git', 1e12)).toBe(false)
  expect(isRunningSince('no-such-program', Date.now())).toBe(false)
})
