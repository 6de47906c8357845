/** Sends the last action of each working attempt to browsers. Transcripts are only read while a browser watches. */
import { lastActionOf } from '../../core/transcript/last-action.ts'
import type { Run } from '../../core/run/run.ts'
import type { AttemptId } from '../../core/value/ids.ts'
import type { ServedRepository } from '../served/served-repository.ts'
import type { TranscriptFile } from '../served/served-log.ts'
import type { Watcher } from './live-transcripts.ts'
import type { FromServer, LastAction } from './messages.ts'

export interface LiveActions {
  /** Sends the last action of each working attempt to the watcher, and then each change. */
  watch(watcher: Watcher): void
  leave(watcher: Watcher): void
  look(): void
}

interface Seen {
  readonly file: TranscriptFile
  ends: number
  says: string | null
}

/** How many bytes of a transcript are read; a longer last entry is not shown. */
const MOST_BYTES = 16 * 1024

/** troubled: called for a file that cannot be read. */
export function openLiveActions(
  served: Pick<ServedRepository, 'transcript'>,
  current: () => Run | null,
  troubled: (error: unknown) => void,
): LiveActions {
  /** The last actions that were sent, by watcher. */
  const watchers = new Map<Watcher, Map<AttemptId, string>>()
  const seen = new Map<AttemptId, Seen>()
  return {
    watch(watcher) {
      watchers.set(watcher, new Map())
      look()
    },
    leave: (watcher) => void watchers.delete(watcher),
    look,
  }

  function look(): void {
    const run = current()
    if (watchers.size === 0 || run === null) return
    const working = attemptsAtWork(run)
    for (const attempt of seen.keys()) if (!working.has(attempt)) seen.delete(attempt)
    for (const attempt of working) readEnd(run, attempt)
    for (const [watcher, told] of watchers) if (watcher.isReady()) tell(watcher, told)
  }

  function readEnd(run: Run, attempt: AttemptId): void {
    try {
      const one = seen.get(attempt) ?? {
        file: served.transcript(run, attempt),
        ends: -1,
        says: null,
      }
      seen.set(attempt, one)
      const { ends } = one.file.bounds()
      if (ends === one.ends) return
      one.ends = ends
      one.says = lastActionOf(one.file.readBack(ends, MOST_BYTES).pieces) ?? one.says
    } catch (error) {
      troubled(error)
    }
  }

  function tell(watcher: Watcher, told: Map<AttemptId, string>): void {
    const actions: LastAction[] = []
    for (const [attempt, { says }] of seen)
      if (says !== null && told.get(attempt) !== says) actions.push({ attempt, says })
    for (const { attempt, says } of actions) told.set(attempt, says)
    if (actions.length === 0) return
    const message: FromServer = { type: 'actions', actions }
    watcher.tell(JSON.stringify(message))
  }
}

const attemptsAtWork = ({ states, counts }: Run): ReadonlySet<AttemptId> =>
  counts.working === 0
    ? new Set()
    : new Set(states.flatMap((state) => (state.is === 'working' ? [state.attempt] : [])))
