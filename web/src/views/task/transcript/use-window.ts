/** The transcript of an attempt in the page: read from its end, live if it goes on, and up to the moment that is shown. */
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { AttemptId } from '../../../../../src/core/value/ids.ts'
import { answer, api, Refused } from '../../../data/api/client.ts'
import { useLiveRun, useShownRun } from '../../../data/live/shown-run.tsx'
import { say } from '../../../parts/toasts.tsx'
import {
  transcriptWindow,
  type TranscriptPage,
  type TranscriptView,
  type TranscriptWindow,
} from './transcript-window.ts'

export interface UsedWindow {
  readonly window: TranscriptWindow
  readonly view: TranscriptView
}

export function useWindow(attempt: AttemptId): UsedWindow {
  const { mode, now } = useShownRun()
  const live = useLiveRun()
  const window = useMemo(() => transcriptWindow((query) => read(attempt, query)), [attempt])
  const view = useSyncExternalStore(window.subscribe, window.view)
  useEffect(() => {
    let unwatch = (): void => {}
    let isLeft = false
    void window.end().then(() => {
      if (!isLeft && mode === 'live')
        unwatch = live.watch(attempt, window.hear, window.listenFrom())
    }, complain)
    return () => {
      isLeft = true
      unwatch()
    }
  }, [attempt, live, mode, window])
  const moment = mode === 'past' ? now() : Infinity
  const shown = useMemo(
    () =>
      moment === Infinity ? view : { ...view, items: view.items.filter(({ at }) => at <= moment) },
    [view, moment],
  )
  return { window, view: shown }
}

const read = (
  attempt: AttemptId,
  query: Readonly<Record<string, string>>,
): Promise<TranscriptPage> =>
  answer(api.api.attempts[':attempt'].transcript.$get({ param: { attempt }, query }))

export interface Found {
  readonly total: number
  readonly matches: readonly { readonly position: number; readonly call: string | null }[]
}

/** words null: calls that have failed, and what was printed as an error. */
export const find = (attempt: AttemptId, words: string | null): Promise<Found> =>
  answer(
    api.api.attempts[':attempt'].transcript.matches.$get({
      param: { attempt },
      query: words === null ? { errors: 'true' } : { words },
    }),
  )

export function complain(error: unknown): void {
  if (!(error instanceof Refused)) throw error
  say(error.message, { kind: 'refused', hint: error.hint })
}
