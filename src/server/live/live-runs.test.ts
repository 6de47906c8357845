import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { playedLog } from '../../../test/played/event-log.ts'
import { until } from '../../../test/until.ts'
import { runId, type RunId } from '../../core/value/ids.ts'
import type { Frozen } from '../../core/report/attention-document.ts'
import { followLog, type LiveRuns, type Movement } from './live-runs.ts'
import type { WhoConducts } from './messages.ts'

function place() {
  const log = playedLog()
  let conducted: RunId | null = null
  let frozen: Frozen | null = null
  const live = followLog({ log, conductedRun: () => conducted, frozen: () => frozen })
  const heard: string[] = []
  live.subscribe((movement) => heard.push(said(movement, live)))
  onTestFinished(() => live[Symbol.dispose]())
  return {
    log,
    live,
    heard,
    conduct: (run: RunId | null) => (conducted = run),
    freeze: (at: Frozen | null) => (frozen = at),
    look() {
      live.look()
      expect(live.current()).toEqual(log.newest())
      return heard.splice(0)
    },
  }
}

function said(movement: Movement, live: LiveRuns): string {
  switch (movement.is) {
    case 'events':
      return `after ${movement.after}: ${movement.events.map(({ sequence }) => sequence).join(' ')}`
    case 'other-run':
      return 'other run'
    case 'conducted':
      return sayConducted(live.conducted())
  }
}

const sayConducted = ({ conducted, frozen }: WhoConducts): string =>
  frozen === null ? (conducted ? 'conducted' : 'not conducted') : `frozen: ${frozen.pid}`

describe('following the log', () => {
  it('tells each event once, in order, and what it follows', () => {
    const { log, look } = place()
    expect(look()).toEqual([])
    log.grow(1, 3)
    expect(look()).toEqual(['other run'])
    log.grow(1, 2)
    log.grow(1, 1)
    expect(look()).toEqual(['after 3: 4 5 6'])
    expect(look()).toEqual([])
  })

  it('shows the run that the newest event belongs to, also an older one that is gone on with', () => {
    const { log, look, live } = place()
    log.grow(1, 5)
    look()
    log.grow(1, 1)
    log.grow(2, 4)
    expect(look()).toEqual(['other run'])
    expect(live.current()?.id).toBe('2')
    log.grow(1, 2)
    expect(look()).toEqual(['other run'])
    expect(live.current()?.id).toBe('1')
    log.grow(1, 1)
    expect(look()).toEqual(['after 12: 13'])
  })

  it('a store that was replaced is another one, whether it is shorter, as long or longer', () => {
    for (const length of [2, 5, 7]) {
      const { log, look } = place()
      log.grow(1, 5)
      look()
      log.replace()
      log.grow(1, length)
      expect(look()).toEqual(['other run'])
    }
  })

  it('a store that is gone has no run', () => {
    const { log, look, live } = place()
    log.grow(1, 5)
    look()
    log.replace()
    expect(look()).toEqual(['other run'])
    expect(live.current()).toBeNull()
  })

  it('looks by itself now and then, and sees who conducts', async () => {
    const { log, heard, conduct, freeze } = place()
    log.grow(1, 5)
    conduct(runId(1))
    await until('it is seen', () => heard.includes('other run'))
    log.grow(1, 1)
    await until('the next is seen', () => heard.includes('after 5: 6'))
    conduct(null)
    await until('nobody conducts', () => heard.includes('not conducted'))
    conduct(runId(2))
    conduct(runId(1))
    await until('somebody conducts', () => heard.at(-1) === 'conducted')
    expect(heard.splice(0)).toEqual(['other run', 'after 5: 6', 'not conducted', 'conducted'])
    freeze({ pid: 7, since: 1 })
    await until('it is frozen', () => heard.includes('frozen: 7'))
    freeze(null)
    await until('it continues', () => heard.includes('conducted'))
    expect(heard).toEqual(['frozen: 7', 'conducted'])
  })

  it('goes on when the log can be read again', () => {
    const log = playedLog()
    let isBroken = false
    const lastSequence = (): number => {
      if (isBroken) throw new Error('the disk is gone')
      return log.lastSequence()
    }
    const troubled = vi.fn<(error: unknown) => void>()
    using live = followLog(
      { log: { ...log, lastSequence }, conductedRun: () => null, frozen: () => null },
      troubled,
    )
    log.grow(1, 4)
    isBroken = true
    live.look()
    expect(troubled).toHaveBeenCalledWith(new Error('the disk is gone'))
    expect(live.current()).toBeNull()
    isBroken = false
    live.look()
    expect(live.current()).toEqual(log.newest())
  })
})
