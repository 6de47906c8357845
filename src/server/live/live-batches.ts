/** Tells programs that follow a run without folding its events when the status of a batch changes. */
import { batchWords, type BatchWord } from '../../core/batch/batch-status.ts'
import type { LiveRuns } from './live-runs.ts'
import type { Watcher } from './live-transcripts.ts'
import type { FromServer } from './messages.ts'

export interface LiveBatches {
  /** The watcher is told the status of every batch, and from then on each change. */
  watch(watcher: Watcher): void
  leave(watcher: Watcher): void
  look(): void
}

/** The statuses that a watcher was told, and at which event. */
interface Told {
  readonly run: string
  readonly sequence: number
  readonly words: readonly BatchWord[]
}

const NOTHING: Told = { run: '', sequence: -1, words: [] }

export function openLiveBatches(live: LiveRuns): LiveBatches {
  const watchers = new Map<Watcher, Told>()
  let newest = NOTHING
  return {
    watch(watcher) {
      watchers.set(watcher, NOTHING)
      tell(watcher, find())
    },
    leave: (watcher) => void watchers.delete(watcher),
    look() {
      if (watchers.size === 0) return
      const now = find()
      for (const watcher of watchers.keys()) tell(watcher, now)
    },
  }

  /** The statuses are worked out once for all watchers, and only after new events. */
  function find(): Told {
    const run = live.current()
    if (run === null) return NOTHING
    const name = `${run.id} ${run.startedAt}`
    if (newest.run !== name || newest.sequence !== run.sequence)
      newest = { run: name, sequence: run.sequence, words: batchWords(run) }
    return newest
  }

  function tell(watcher: Watcher, now: Told): void {
    const told = watchers.get(watcher)!
    const isOther = told.run !== now.run
    if (!watcher.isReady() || (!isOther && told.sequence === now.sequence)) return
    watchers.set(watcher, now)
    const moved = now.words.flatMap((status, i) =>
      isOther || told.words[i] !== status ? [{ batch: i + 1, status }] : [],
    )
    if (moved.length === 0) return
    const message: FromServer = { type: 'batches', sequence: now.sequence, moved }
    watcher.tell(JSON.stringify(message))
  }
}
