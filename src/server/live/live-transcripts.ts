/** Sends transcripts to the browsers that watch them: each file is read once for all that are at the same position. */
import type { AttemptId } from '../../core/value/ids.ts'
import type { Run } from '../../core/run/run.ts'
import type { FromServer } from './messages.ts'
import type { ServedRepository } from '../served/served-repository.ts'
import type { TranscriptFile } from '../served/served-log.ts'

export interface Watcher {
  /** Whether the watcher could take more now. */
  isReady(): boolean
  tell(text: string): void
}

export interface LiveTranscripts {
  /** An attempt that does not exist yet is watched as soon as it does. False: the watcher has too many already. */
  watch(watcher: Watcher, attempt: AttemptId, from: number): boolean
  unwatch(watcher: Watcher, attempt: AttemptId): void
  leave(watcher: Watcher): void
  /** Sends all watchers what was written since the last look. */
  look(): void
}

const MOST_WATCHED = 32

/** troubled: is told about a file that cannot be read; it is not watched any more. */
export function openLiveTranscripts(
  served: Pick<ServedRepository, 'transcript'>,
  current: () => Run | null,
  troubled: (error: unknown) => void,
): LiveTranscripts {
  /** The position of each watcher of an attempt. */
  const watched = new Map<AttemptId, Map<Watcher, number>>()
  const files = new Map<AttemptId, TranscriptFile>()

  return {
    watch(watcher, attempt, from) {
      const positions = watched.get(attempt) ?? new Map<Watcher, number>()
      if (!positions.has(watcher) && countOf(watcher) >= MOST_WATCHED) return false
      watched.set(attempt, positions.set(watcher, from))
      lookAt(attempt, positions)
      return true
    },
    unwatch,
    leave(watcher) {
      for (const attempt of watched.keys()) unwatch(watcher, attempt)
    },
    look() {
      for (const [attempt, positions] of watched) lookAt(attempt, positions)
    },
  }

  function unwatch(watcher: Watcher, attempt: AttemptId): void {
    const positions = watched.get(attempt)
    positions?.delete(watcher)
    if (positions?.size !== 0) return
    watched.delete(attempt)
    files.delete(attempt)
  }

  function countOf(watcher: Watcher): number {
    return watched
      .values()
      .filter((positions) => positions.has(watcher))
      .toArray().length
  }

  function lookAt(attempt: AttemptId, positions: Map<Watcher, number>): void {
    try {
      tellWhatCame(attempt, positions)
    } catch (error) {
      watched.delete(attempt)
      troubled(error)
    }
  }

  function tellWhatCame(attempt: AttemptId, positions: Map<Watcher, number>): void {
    const file = fileOf(attempt)
    if (file === null) return
    const ready = [...positions].filter(([watcher]) => watcher.isReady())
    for (const [from, watchers] of Map.groupBy(ready, ([, at]) => at)) {
      const { pieces, to } = file.read(from)
      if (to === from) continue
      const message: FromServer = { type: 'transcript', attempt, from, to, pieces }
      const text = JSON.stringify(message)
      for (const [watcher] of watchers) {
        watcher.tell(text)
        positions.set(watcher, to)
      }
    }
  }

  function fileOf(attempt: AttemptId): TranscriptFile | null {
    const run = current()
    const openFile = files.get(attempt)
    if (openFile !== undefined || run?.attempts.has(attempt) !== true) return openFile ?? null
    const file = served.transcript(run, attempt)
    files.set(attempt, file)
    return file
  }
}
