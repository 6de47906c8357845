/** The workspaces of all repositories, as the server sends them while a view shows them. */
import type { Tracker } from '../../../../src/core/workspace/tracker.ts'
import type { FromBrowser } from '../../../../src/server/live/messages.ts'

type Reader = (tracker: Tracker) => void

export interface WatchedTracker {
  /** Returns a function that stops it. */
  watch(reader: Reader): () => void
  heard(tracker: Tracker): void
  /** To be called when the line is up again. */
  resume(): void
}

/** The server sends nothing of it to a page that shows no workspaces. */
export function watchTracker(send: (message: FromBrowser) => void): WatchedTracker {
  const readers = new Set<Reader>()
  return {
    watch(heard) {
      const reader: Reader = (tracker) => heard(tracker)
      readers.add(reader)
      if (readers.size === 1) send({ type: 'watch-tracker' })
      return () => {
        if (readers.delete(reader) && readers.size === 0) send({ type: 'unwatch-tracker' })
      }
    },
    heard(tracker) {
      for (const reader of readers) reader(tracker)
    },
    resume() {
      if (readers.size > 0) send({ type: 'watch-tracker' })
    },
  }
}
