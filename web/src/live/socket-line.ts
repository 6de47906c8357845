/** A web socket that comes back: after a dropped line, a sleeping laptop, a restarted server. */
import { BEAT_SECONDS, type FromServer } from '../../../src/server/messages.ts'
import type { Line } from './live-run.ts'

const FIRST_WAIT = 250
const LONGEST_WAIT = 5000
const LONGEST_SILENCE = BEAT_SECONDS * 3000

export function openSocketLine(path: string): Line {
  let socket: WebSocket | null = null
  let handlers: Parameters<Line['open']>[0] | null = null
  let wait = FIRST_WAIT
  let retry: number | undefined
  let silence: number | undefined
  let isClosed = false

  return {
    open(given) {
      handlers = given
      window.addEventListener('online', connectNow)
      document.addEventListener('visibilitychange', connectIfSeen)
      connect()
    },
    send(message) {
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
    },
    close() {
      isClosed = true
      window.removeEventListener('online', connectNow)
      document.removeEventListener('visibilitychange', connectIfSeen)
      clearTimeout(retry)
      clearTimeout(silence)
      socket?.close()
    },
  }

  function connect(): void {
    const opening = new WebSocket(new URL(path, location.href))
    socket = opening
    opening.addEventListener('open', () => {
      wait = FIRST_WAIT
      listenForSilence()
      handlers!.up(true)
    })
    opening.addEventListener('message', ({ data }) => {
      if (socket !== opening) return
      listenForSilence()
      handlers!.heard(JSON.parse(String(data)) as FromServer)
    })
    opening.addEventListener('close', () => {
      if (socket !== opening || isClosed) return
      handlers!.up(false)
      retry = window.setTimeout(connect, wait)
      wait = Math.min(wait * 2, LONGEST_WAIT)
    })
  }

  /** A line can die without anybody saying so. */
  function listenForSilence(): void {
    clearTimeout(silence)
    silence = window.setTimeout(() => drop(), LONGEST_SILENCE)
  }

  function drop(): void {
    const dead = socket
    socket = null
    dead?.close()
    handlers!.up(false)
    connect()
  }

  function connectNow(): void {
    if (socket?.readyState === WebSocket.OPEN || socket?.readyState === WebSocket.CONNECTING) return
    clearTimeout(retry)
    wait = FIRST_WAIT
    connect()
  }

  function connectIfSeen(): void {
    if (!document.hidden) connectNow()
  }
}
