/** A socket as those see it who send over it, whichever library has it. */
import type { WebSocket } from 'ws'

export interface Line {
  send(text: string): void
  close(code: number, why: string): void
  /** Ends it without a word to the other side, which does not listen. */
  drop(): void
  /** Bytes that were sent and are not on their way yet. */
  waiting(): number
  /** Whether the other side has given any sign of late. Asks it for one. */
  isThere(): boolean
}

/** Milliseconds after which the other side is gone if it neither answers nor takes in anything. */
export const PATIENCE = 45_000

export function lineOf(socket: WebSocket, clock: () => number): Line {
  let heardAt = clock()
  let waited = 0
  socket.on('pong', () => (heardAt = clock()))
  return {
    send: (text) => socket.send(text),
    close: (code, why) => socket.close(code, why),
    drop: () => socket.terminate(),
    waiting: () => socket.bufferedAmount,
    isThere() {
      if (socket.bufferedAmount < waited) heardAt = clock()
      waited = socket.bufferedAmount
      socket.ping()
      return clock() - heardAt < PATIENCE
    },
  }
}
