import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { asNobody } from '../../test/repository/as-nobody.ts'
import { tempFolder } from '../../test/repository/temp-folder.ts'
import { until } from '../../test/until.ts'
import { runId } from '../core/value/ids.ts'
import { identityOf } from '../processes/process-table.ts'
import {
  findCoordinator,
  findFrozen,
  isCoordinatorLocked,
  takeCoordinatorLock,
  type CoordinatorCard,
} from './coordinator-lock.ts'

const own: CoordinatorCard = {
  process: identityOf(process.pid)!,
  run: runId(3),
  socket: '/somewhere/control.sock',
  since: 5,
}

function newHome(): string {
  const folder = tempFolder()
  onTestFinished(() => folder[Symbol.dispose]())
  return folder.path
}

describe('the lock of the coordinator', () => {
  it('is had by one at a time', () => {
    const home = newHome()
    const first = takeCoordinatorLock(home)!
    expect(takeCoordinatorLock(home)).toBeNull()
    first.release()
    const second = takeCoordinatorLock(home)
    expect(second).not.toBeNull()
    second!.release()
  })

  it('is seen by others as soon as it is taken, before anybody can be asked', () => {
    const home = newHome()
    expect(isCoordinatorLocked(home)).toBe(false)
    const lock = takeCoordinatorLock(home)!
    expect(isCoordinatorLocked(home)).toBe(true)
    expect(findCoordinator(home)).toBeNull()
    lock.release()
    expect(isCoordinatorLocked(home)).toBe(false)
  })

  it('is not in the way of another folder', () => {
    const [one, other] = [takeCoordinatorLock(newHome()), takeCoordinatorLock(newHome())]
    expect(one).not.toBeNull()
    expect(other).not.toBeNull()
    one!.release()
    other!.release()
  })

  it('is free again when its holder is killed', async () => {
    const home = newHome()
    const module = fileURLToPath(new URL('./coordinator-lock.ts', import.meta.url))
    const script = `
      const { takeCoordinatorLock } = await import(${JSON.stringify(module)})
      const lock = takeCoordinatorLock(process.argv[1])
      console.log(lock === null ? 'refused' : 'taken')
      // The timer keeps the lock, or the garbage collector would release it.
      setInterval(() => lock, 1000)`
    const holder = spawn(process.execPath, ['--input-type=module', '-e', script, home], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void holder.kill('SIGKILL'))
    const said = await new Promise((resolve) =>
      holder.stdout.once('data', (bytes: Buffer) => resolve(bytes.toString().trim())),
    )
    expect(said).toBe('taken')
    expect(takeCoordinatorLock(home)).toBeNull()
    holder.kill('SIGKILL')
    const lock = await until('the lock is free', () => takeCoordinatorLock(home))
    lock.release()
  })

  it('can be taken though its file is not what it should be', () => {
    const home = newHome()
    writeFileSync(join(home, 'coordinator.lock'), 'something else entirely\n'.repeat(100))
    const lock = takeCoordinatorLock(home)
    expect(lock).not.toBeNull()
    expect(takeCoordinatorLock(home)).toBeNull()
    lock!.release()
  })
})

describe('the card of the coordinator', () => {
  it('is shown while it has the lock, to this user only', () => {
    const home = newHome()
    const lock = takeCoordinatorLock(home)!
    expect(findCoordinator(home)).toBeNull()
    lock.publish(own)
    expect(findCoordinator(home)).toEqual(own)
    expect(statSync(join(home, 'server.json')).mode & 0o077).toBe(0)
    lock.release()
    expect(findCoordinator(home)).toBeNull()
  })

  it.each([
    ['of a process that is gone', { ...own, process: { pid: 2 ** 22 + 1, startedAt: '1' } }],
    [
      'of an earlier process with our number',
      { ...own, process: { ...own.process, startedAt: '1' } },
    ],
  ])('%s is ignored', (_, card) => {
    const home = newHome()
    writeFileSync(join(home, 'server.json'), JSON.stringify(card))
    expect(findCoordinator(home)).toBeNull()
  })

  it('tells when one that is stopped was last alive', async () => {
    const home = newHome()
    const child = spawn('sleep', ['60'])
    onTestFinished(() => void child.kill('SIGKILL'))
    const lock = takeCoordinatorLock(home)!
    onTestFinished(() => lock.release())
    const card = { ...own, process: identityOf(child.pid!)! }
    lock.publish(card)
    const beforeBeat = Date.now()
    expect(lock.publishIfGone(card)).toBe(false)
    expect(findFrozen(home, own.run)).toBeNull()
    child.kill('SIGSTOP')
    const frozen = await until('it is stopped', () => findFrozen(home, own.run))
    expect(frozen.pid).toBe(child.pid)
    expect(frozen.since).toBeGreaterThanOrEqual(beforeBeat)
    expect(findFrozen(home, runId(4))).toBeNull()
  })

  it.each(['', '{', 'null', '[]', '{"process":1}'])('that reads %j is ignored', (text) => {
    const home = newHome()
    writeFileSync(join(home, 'server.json'), text)
    expect(findCoordinator(home)).toBeNull()
  })
})

it('a lock can be let go of when nothing can be put away: how the run ended is still to be told', async () => {
  using folder = tempFolder()
  await asNobody(folder.path, async () => {
    const home = join(folder.path, '.conductor')
    mkdirSync(home)
    const lock = takeCoordinatorLock(home)!
    writeFileSync(join(home, 'server.json'), '{}')
    chmodSync(home, 0o500)
    expect(() => lock.release()).not.toThrow()
    chmodSync(home, 0o700)
    expect(existsSync(join(home, 'server.json'))).toBe(true)
  })
})
