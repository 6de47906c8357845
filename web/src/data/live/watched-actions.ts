/** The last action of each working attempt. The server sends them while a view shows them. */
import type { AttemptId } from '../../../../src/core/value/ids.ts'
import type { FromBrowser, LastAction } from '../../../../src/server/live/messages.ts'

export type LastActions = ReadonlyMap<AttemptId, string>

type Reader = (actions: LastActions) => void

export interface WatchedActions {
  /** Returns a function that stops watching. */
  watch(reader: Reader): () => void
  heard(actions: readonly LastAction[]): void
  /** Call this when the connection is open again. */
  resume(): void
}

export function watchActions(send: (message: FromBrowser) => void): WatchedActions {
  const readers = new Set<Reader>()
  let lastActions: LastActions = new Map()
  return {
    watch(heard) {
      const reader: Reader = (actions) => heard(actions)
      readers.add(reader)
      if (readers.size === 1) send({ type: 'watch-actions' })
      else reader(lastActions)
      return () => {
        if (!readers.delete(reader) || readers.size > 0) return
        lastActions = new Map()
        send({ type: 'unwatch-actions' })
      }
    },
    heard(actions) {
      const news = actions.map(({ attempt, says }) => [attempt, says] as const)
      lastActions = new Map([...lastActions, ...news])
      for (const reader of readers) reader(lastActions)
    },
    resume() {
      if (readers.size > 0) send({ type: 'watch-actions' })
    },
  }
}
