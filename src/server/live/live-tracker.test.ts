import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { aRepository } from '../../../test/workspace/a-repository.ts'
import { foundWorkspace } from '../../core/workspace/found.ts'
import { trackerOf } from '../../core/workspace/tracker-of.ts'
import type { Tracker } from '../../core/workspace/tracker.ts'
import type { ServedTracker } from '../served/served-workspaces.ts'
import { openLiveTracker } from './live-tracker.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Workspaces that the test changes, and how often they were read. */
function place() {
  const at = { now: 0, activeAt: 0, branches: ['api'], reads: 0, fails: false }
  const troubles: unknown[] = []
  const tracker: ServedTracker = {
    async read() {
      at.reads++
      if (at.fails) throw new Error('no disk')
      const workspaces = at.branches.map((branch) =>
        foundWorkspace({ branch, lastActiveAt: at.activeAt }),
      )
      const frame = { startedAt: 0, now: at.now, staleMinutes: 30, notices: [] }
      return trackerOf([aRepository({ workspaces })], frame)
    },
    mark: async () => ({ ok: true, isNew: true }),
  }
  const changes: Tracker[] = []
  const live = openLiveTracker(
    tracker,
    (error) => troubles.push(error),
    (now) => changes.push(now),
  )
  const look = async (): Promise<void> => {
    live.look()
    await vi.advanceTimersByTimeAsync(11_000)
  }
  return { at, live, look, troubles, changes }
}

function watcher() {
  const told: string[] = []
  const seen = { isSlow: false }
  return {
    seen,
    isReady: () => !seen.isSlow,
    tell: (text: string) => void told.push(text),
    branches: () =>
      told.map((text) =>
        (
          JSON.parse(text) as { tracker: { trees: { shop: { children: { branch: string }[] } } } }
        ).tracker.trees.shop.children
          .map(({ branch }) => branch)
          .join(' '),
      ),
  }
}

describe('whoever watches workspaces', () => {
  it('is told at once, and again after each change that matters', async () => {
    const { at, live, look, changes } = place()
    const browser = watcher()
    live.watch(browser)
    await look()
    expect(browser.branches()).toEqual(['api'])
    at.now = 5000
    at.activeAt = 59_000
    await look()
    expect(browser.branches()).toEqual(['api'])
    at.branches = ['api', 'web']
    await look()
    expect(browser.branches()).toEqual(['api', 'api web'])
    at.activeAt = 60_000
    await look()
    expect(browser.branches()).toHaveLength(3)
    expect(changes).toHaveLength(3)
  })

  it('costs nothing when nobody does', async () => {
    const { at, live, look } = place()
    await look()
    expect(at.reads).toBe(0)
    const browser = watcher()
    live.watch(browser)
    await look()
    live.leave(browser)
    const { reads } = at
    await look()
    expect(at.reads).toBe(reads)
  })

  it('is told later when it is too slow now', async () => {
    const { at, live, look } = place()
    const slow = watcher()
    slow.seen.isSlow = true
    live.watch(slow)
    await look()
    expect(slow.branches()).toEqual([])
    at.branches = ['web']
    slow.seen.isSlow = false
    await look()
    expect(slow.branches()).toEqual(['web'])
  })

  it('goes on after workspaces could not be read', async () => {
    const { at, live, look, troubles } = place()
    const browser = watcher()
    at.fails = true
    live.watch(browser)
    await look()
    expect(troubles).toEqual([new Error('no disk')])
    at.fails = false
    await look()
    expect(browser.branches()).toEqual(['api'])
  })
})
