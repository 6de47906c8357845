/** A browser whose connection the test controls: it has the real fold, and records every fault of the messages. */
import type { FromBrowser, FromServer } from '../../src/server/live/messages.ts'
import type { LiveSockets, Joined } from '../../src/server/live/live-sockets.ts'
import type { SocketConnection } from '../../src/server/live/socket-connection.ts'
import { openLiveRun, type LineHandlers, type LiveRun } from '../../web/src/data/live/live-run.ts'

export interface Browser {
  readonly live: LiveRun
  /** Why the server closed the connection; null: it did not. */
  readonly closedWith: () => string | null
  /** All messages from the server, in every connection. */
  readonly heard: readonly FromServer[]
  isConnected(): boolean
  connect(): void
  cut(): void
  /** The browser reads nothing more; messages to it wait. */
  stall(): void
  /** The process of the browser is gone without a close. */
  vanish(): void
  goOn(): void
  /** Delivers all messages that are under way, in both directions. */
  exchange(): void
  say(text: string): void
  /** What must never happen within a connection, and did: events out of order, or sent twice. */
  faults(): readonly string[]
}

const MUCH = 5 * 2 ** 20

export function browserOn(sockets: LiveSockets): Browser {
  const heard: FromServer[] = []
  const faults: string[] = []
  let handlers: LineHandlers
  let joined: Joined | null = null
  let toServer: string[] = []
  let toBrowser: string[] = []
  let isStalled = false
  let isThere = true
  let closedWith: string | null = null
  /** The sequence up to which this connection has sent events; null: it has sent no run. */
  let sentUpTo: number | null = null
  const live = openLiveRun(
    {
      open: (given) => (handlers = given),
      send: (message) => void toServer.push(JSON.stringify(message)),
      close: cut,
    },
    (tell) => tell(),
  )
  return {
    live,
    heard,
    closedWith: () => closedWith,
    isConnected: () => joined !== null,
    connect() {
      cut()
      joined = sockets.join(serverSide())
      closedWith = null
      handlers.up()
    },
    cut,
    stall: () => (isStalled = true),
    vanish: () => (isThere = false),
    goOn: () => (isStalled = false),
    exchange,
    say: (text) => void toServer.push(text),
    faults: () => faults,
  }

  function serverSide(): SocketConnection {
    const queue: string[] = (toBrowser = [])
    return {
      send: (text) => void queue.push(text),
      close(code, why) {
        if (queue !== toBrowser) return
        cut()
        closedWith = `${code} ${why}`
      },
      drop() {
        cut()
        closedWith = 'dropped'
      },
      waiting: () => (isStalled && queue.length > 0 ? MUCH : 0),
      isThere: () => isThere,
    }
  }

  function cut(): void {
    joined?.left()
    if (joined !== null) handlers.down('reconnecting')
    joined = null
    toServer = []
    toBrowser = []
    sentUpTo = null
  }

  function exchange(): void {
    for (;;) {
      const message = toServer.shift()
      if (message !== undefined) {
        note(message)
        joined?.heard(message)
      }
      const text = isStalled ? undefined : toBrowser.shift()
      if (text !== undefined) take(JSON.parse(text) as FromServer)
      if (message === undefined && text === undefined) return
    }
  }

  function note(message: string): void {
    if (!message.startsWith('{"type":"follow"')) return
    const { known } = JSON.parse(message) as FromBrowser & { type: 'follow' }
    sentUpTo = known?.sequence ?? null
  }

  function take(message: FromServer): void {
    heard.push(message)
    if (message.type === 'snapshot') sentUpTo = message.run && Number(message.run['sequence'])
    if (message.type === 'events') {
      if (message.after !== sentUpTo) faults.push(`after ${message.after} instead of ${sentUpTo}`)
      for (const { sequence } of message.events) {
        if (sequence <= sentUpTo!) faults.push(`${sequence} again, after ${sentUpTo}`)
        sentUpTo = sequence
      }
    }
    handlers.heard(message)
  }
}
