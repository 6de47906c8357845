/** A web socket as its senders use it, independent of the library. */
import type { WebSocket } from 'ws'

export interface SocketConnection {
  send(text: string): void
  close(code: number, why: string): void
  /** Ends the connection without a close message, since the other side does not respond. */
  drop(): void
  /** Bytes that were passed to the socket and are not sent yet. */
  waiting(): number
  /** Whether the other side has responded lately. Sends it a ping. */
  isThere(): boolean
}

/** Milliseconds after which the other side counts as gone if it neither answers a ping nor receives anything. */
export const PATIENCE = 45_000

export function socketConnection(socket: WebSocket, clock: () => number): SocketConnection {
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
