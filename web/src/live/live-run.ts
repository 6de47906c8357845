/** The run as the browser has it: the same fold as in the server, over the same events. */
import { applyEvent } from '../../../src/core/apply-event.ts'
import type { AttemptId } from '../../../src/core/ids.ts'
import type { Run } from '../../../src/core/run.ts'
import { unpackRun } from '../../../src/core/run-snapshot.ts'
import type { FromBrowser, FromServer, TranscriptPiece } from '../../../src/server/messages.ts'

/** connecting: for the first time. reconnecting: what is shown may be old. locked: the server does not know us any more. */
export type LineState = 'connecting' | 'live' | 'reconnecting' | 'locked'

export interface LiveView {
  /** Changed in place; `version` tells that it moved. null: there has been no run yet. */
  readonly run: Run | null
  readonly version: number
  /** Whether anybody conducts it. */
  readonly conducted: boolean
  readonly line: LineState
  /** Since when there has been no word from the server, while reconnecting. */
  readonly lostAt: number | null
  /** Milliseconds that the server's clock is ahead of ours. */
  readonly clockAhead: number
}

/** What carries messages; it reconnects by itself and says when it is there again. */
export interface Line {
  /** up: whether messages get through now. */
  open(handlers: { heard(message: FromServer): void; up(isUp: boolean): void }): void
  send(message: FromBrowser): void
  close(): void
}

export interface LiveRun {
  view(): LiveView
  subscribe(listener: () => void): () => void
  /** What an attempt prints, from its beginning and as it comes. Returns what ends it. */
  watch(attempt: AttemptId, heard: (pieces: readonly TranscriptPiece[]) => void): () => void
  close(): void
}

export function openLiveRun(line: Line): LiveRun {
  const listeners = new Set<() => void>()
  const watched = new Map<
    AttemptId,
    { at: number; heard: (pieces: readonly TranscriptPiece[]) => void }
  >()
  let view: LiveView = {
    run: null,
    version: 0,
    conducted: false,
    line: 'connecting',
    lostAt: null,
    clockAhead: 0,
  }
  let told: number | undefined
  line.open({ heard, up })

  return {
    view: () => view,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    watch(attempt, heard) {
      watched.set(attempt, { at: 0, heard })
      line.send({ type: 'watch', attempt, from: 0 })
      return () => {
        watched.delete(attempt)
        line.send({ type: 'unwatch', attempt })
      }
    },
    close: () => line.close(),
  }

  function up(isUp: boolean): void {
    if (!isUp)
      return change({
        line: view.line === 'connecting' ? 'connecting' : 'reconnecting',
        lostAt: view.lostAt ?? Date.now(),
      })
    const { run } = view
    const known = run && { run: run.id, startedAt: run.startedAt, sequence: run.sequence }
    line.send({ type: 'follow', known })
    for (const [attempt, { at }] of watched) line.send({ type: 'watch', attempt, from: at })
  }

  function heard(message: FromServer): void {
    switch (message.type) {
      case 'snapshot':
        return change({
          run: message.run && unpackRun(message.run),
          conducted: message.conducted,
          line: 'live',
          lostAt: null,
          clockAhead: message.now - Date.now(),
        })
      case 'events':
        for (const event of message.events) applyEvent(view.run, event)
        return change({ line: 'live', lostAt: null })
      case 'conducted':
        return change({ conducted: message.conducted, line: 'live', lostAt: null })
      case 'transcript': {
        const reader = watched.get(message.attempt)
        if (reader === undefined) return
        reader.at = message.to
        return reader.heard(message.pieces)
      }
      case 'beat':
        return
    }
  }

  function change(change: Partial<LiveView>): void {
    view = { ...view, ...change, version: view.version + 1 }
    // A page that nobody sees gets no frames, but its title should still be right.
    told ??= document.hidden ? window.setTimeout(tell, 250) : requestAnimationFrame(tell)
  }

  function tell(): void {
    told = undefined
    for (const listener of listeners) listener()
  }
}
