/** A browser on a line that only a test moves: the real fold, and every fault of the line. */
import type { FromBrowser, FromServer } from '../../src/server/live/messages.ts'
import type { LiveSockets, Joined } from '../../src/server/live/live-sockets.ts'
import type { Line } from '../../src/server/live/live-line.ts'
import { openLiveRun, type LineHandlers, type LiveRun } from '../../web/src/data/live/live-run.ts'

export interface Browser {
  readonly live: LiveRun
  /** null: it is not connected. */
  readonly closedWith: () => string | null
  /** All that came over the wire, in every connection. */
  readonly heard: readonly FromServer[]
  isConnected(): boolean
  connect(): void
  cut(): void
  /** It takes in nothing more; what it is sent waits. */
  stall(): void
  /** Its process is gone, and nobody has said so. */
  vanish(): void
  goOn(): void
  /** What is on its way arrives, in both directions. */
  exchange(): void
  say(text: string): void
  /** What the wire must never do within a connection, and did. */
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
  /** Up to where this connection has told; null: it has not told a run. */
  let told: number | null = null
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

  function serverSide(): Line {
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
    told = null
  }

  function exchange(): void {
    for (;;) {
      const said = toServer.shift()
      if (said !== undefined) {
        note(said)
        joined?.heard(said)
      }
      const text = isStalled ? undefined : toBrowser.shift()
      if (text !== undefined) take(JSON.parse(text) as FromServer)
      if (said === undefined && text === undefined) return
    }
  }

  function note(said: string): void {
    if (!said.startsWith('{"type":"follow"')) return
    const { known } = JSON.parse(said) as FromBrowser & { type: 'follow' }
    told = known?.sequence ?? null
  }

  function take(message: FromServer): void {
    heard.push(message)
    if (message.type === 'snapshot') told = message.run && Number(message.run['sequence'])
    if (message.type === 'events') {
      if (message.after !== told) faults.push(`after ${message.after} instead of ${told}`)
      for (const { sequence } of message.events) {
        if (sequence <= told!) faults.push(`${sequence} again, after ${told}`)
        told = sequence
      }
    }
    handlers.heard(message)
  }
}
