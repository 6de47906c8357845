import { expect, it, onTestFinished } from 'vitest'
import { tempFolder } from '../../../test/repository/temp-folder.ts'
import { runId } from '../../core/value/ids.ts'
import { ownIdentity } from '../../processes/process-table.ts'
import { takeCoordinatorLock } from '../../store/coordinator-lock.ts'
import { reachWhoever } from './reach-coordinator.ts'

it('whoever is just beginning to conduct is waited for, and nobody when nobody conducts', async () => {
  const folder = tempFolder()
  onTestFinished(() => folder[Symbol.dispose]())
  const home = folder.path
  expect(await reachWhoever(home, async () => 'heard')).toBeNull()
  const lock = takeCoordinatorLock(home)!
  onTestFinished(() => lock.release())
  const heard = reachWhoever(home, async ({ run }) => run)
  const card = { process: ownIdentity(), run: runId(7), socket: '', since: 0 }
  // It has looked once by now, and seen the lock without a card.
  lock.publish(card)
  expect(await heard).toEqual({ coordinator: card, reply: '7' })
})

it('whoever begins and does not come to it leaves nobody to be asked', async () => {
  const folder = tempFolder()
  onTestFinished(() => folder[Symbol.dispose]())
  const lock = takeCoordinatorLock(folder.path)!
  const heard = reachWhoever(folder.path, async () => 'heard')
  lock.release()
  expect(await heard).toBeNull()
})
