/** Tells browsers that show workspaces about every change that matters; nothing is read while nobody watches. */
import { meaningOf } from '../../core/workspace/tracker-meaning.ts'
import type { Tracker } from '../../core/workspace/tracker.ts'
import type { ServedTracker } from '../served/served-workspaces.ts'
import type { Watcher } from './live-transcripts.ts'
import type { FromServer } from './messages.ts'

export interface LiveTracker {
  /** The watcher is told at once how all workspaces stand, and from then on each change. */
  watch(watcher: Watcher): void
  leave(watcher: Watcher): void
  look(): void
}

/** A look is followed by a rest that is so many times as long: thirty large repositories must not keep a core busy. */
const REST = 20
const LONGEST_REST = 10_000

/** troubled: is told when the workspaces could not be read; the next look tries again. changed: is told each change that matters. */
export function openLiveTracker(
  tracker: ServedTracker,
  troubled: (error: unknown) => void,
  changed: (tracker: Tracker) => void = () => {},
): LiveTracker {
  /** The meaning of what each watcher was told; null: nothing yet. */
  const watchers = new Map<Watcher, string | null>()
  let isLooking = false
  let lastMeaning: string | null = null
  let restsUntil = -Infinity
  return {
    watch(watcher) {
      watchers.set(watcher, null)
      restsUntil = -Infinity
      void look()
    },
    leave: (watcher) => void watchers.delete(watcher),
    look: () => void look(),
  }

  /** A look that takes longer than the time between two is not started twice; who joins meanwhile is told, too. */
  async function look(): Promise<void> {
    const begunAt = performance.now()
    if (isLooking || watchers.size === 0 || begunAt < restsUntil) return
    isLooking = true
    try {
      tellAll(await tracker.read())
    } catch (error) {
      troubled(error)
    } finally {
      isLooking = false
      const now = performance.now()
      restsUntil = now + Math.min((now - begunAt) * REST, LONGEST_REST)
      // Somebody may have joined while we looked.
      if ([...watchers.values()].includes(null)) restsUntil = -Infinity
    }
  }

  function tellAll(now: Tracker): void {
    const meaning = meaningOf(now)
    if (meaning !== lastMeaning) changed(now)
    lastMeaning = meaning
    const message: FromServer = { type: 'tracker', tracker: now }
    let text: string | null = null
    for (const [watcher, told] of watchers) {
      if (told === meaning || !watcher.isReady()) continue
      watchers.set(watcher, meaning)
      watcher.tell((text ??= JSON.stringify(message)))
    }
  }
}
