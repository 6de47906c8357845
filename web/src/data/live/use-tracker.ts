/** The workspaces of all repositories: read once, then sent by the server whenever they change. */
import { useEffect, useState } from 'react'
import type { Tracker } from '../../../../src/core/workspace/tracker.ts'
import { Refused } from '../api/client.ts'
import { readTracker } from '../api/tracker.ts'
import { useLive, useLiveRun } from './shown-run.tsx'

export interface TrackerTrouble {
  readonly message: string
  readonly hint: string | null
}

export interface TrackerView {
  /** null: it has not come yet. */
  readonly tracker: Tracker | null
  readonly trouble: TrackerTrouble | null
}

export function useTracker(): TrackerView {
  const live = useLiveRun()
  const isLive = useLive().line === 'live'
  const [view, setView] = useState<TrackerView>({ tracker: null, trouble: null })
  useEffect(() => live.watchTracker((tracker) => setView({ tracker, trouble: null })), [live])
  useEffect(() => {
    const read = (): void =>
      void readTracker().then(
        (tracker) => setView({ tracker, trouble: null }),
        () => {}, // The server sends it with its next look.
      )
    readers.add(read)
    return () => void readers.delete(read)
  }, [])
  const isMissing = view.tracker === null
  // The first look does not wait for the socket; what the socket brings is newer.
  useEffect(() => {
    if (!isMissing) return
    readTracker().then(
      (tracker) => setView((view) => (view.tracker === null ? { tracker, trouble: null } : view)),
      (error: unknown) => setView(({ tracker }) => ({ tracker, trouble: wordsOf(error) })),
    )
  }, [isMissing, isLive])
  return view
}

const readers = new Set<() => void>()

/** The user has changed something about workspaces: it is shown at once, and not with the next look of the server. */
export const readTrackerAgain = (): void => readers.forEach((read) => read())

const wordsOf = (error: unknown): TrackerTrouble =>
  error instanceof Refused
    ? { message: error.message, hint: error.hint }
    : { message: String(error), hint: null }
