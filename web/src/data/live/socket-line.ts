/** A web socket that reconnects: after a dropped connection, a sleeping laptop, a restarted server. */
import { BEAT_SECONDS, type FromServer } from '../../../../src/server/live/messages.ts'
import type { Line, LineHandlers } from './live-run.ts'

/** What the line needs of the page, or of the test, around it. */
export interface Around {
  connect(): Socket
  /** The HTTP status that the server answers with; null: it does not answer. */
  knock(): Promise<number | null>
  /** Calls the listener when a retry may work at once: the network is back, or the user looks at the page again. */
  onReturn(listener: () => void): () => void
}

/** The part that we use of a browser's socket, or of a library's. */
interface Socket {
  send(text: string): void
  close(): void
  addEventListener(type: 'open' | 'close' | 'error', listener: () => void): void
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
}

const FIRST_WAIT = 250
const LONGEST_WAIT = 5000
const LONGEST_SILENCE = BEAT_SECONDS * 3000
const NO_ACCESS = 401
/** The project of this page is not listed any more, or cannot be opened. */
const NO_PROJECT: ReadonlySet<number> = new Set([404, 409])

export function openSocketLine(around: Around): Line {
  /** The current socket; messages of earlier ones are ignored. null: we wait for the next retry. */
  let socket: Socket | null = null
  let isUp = false
  let isClosed = false
  let wait = FIRST_WAIT
  let heardAt = 0
  let handlers: LineHandlers
  let retry: ReturnType<typeof setTimeout> | undefined
  let clock: ReturnType<typeof setInterval> | undefined
  let stopListening: (() => void) | undefined

  return {
    open(given) {
      handlers = given
      stopListening = around.onReturn(returned)
      clock = setInterval(listenForSilence, 1000)
      connect()
    },
    send(message) {
      if (isUp) socket?.send(JSON.stringify(message))
    },
    close() {
      isClosed = true
      stopListening?.()
      clearTimeout(retry)
      clearInterval(clock)
      socket?.close()
    },
  }

  function connect(): void {
    clearTimeout(retry)
    const opening = around.connect()
    socket = opening
    heardAt = Date.now()
    opening.addEventListener('open', () => {
      if (socket !== opening || isClosed) return opening.close()
      isUp = true
      handlers.up()
    })
    opening.addEventListener('message', ({ data }) => {
      if (socket !== opening || isClosed) return
      heardAt = Date.now()
      wait = FIRST_WAIT
      handlers.heard(JSON.parse(String(data)) as FromServer)
    })
    opening.addEventListener('close', () => {
      if (socket === opening && !isClosed) lost()
    })
    // An error event tells no more than the close event that follows.
    opening.addEventListener('error', () => {})
  }

  function lost(): void {
    if (!isUp) void sayWhy()
    giveUp()
    retry = setTimeout(connect, wait)
    wait = Math.min(wait * 2, LONGEST_WAIT)
  }

  function giveUp(): void {
    const wasUp = isUp
    socket = null
    isUp = false
    if (wasUp) handlers.down('reconnecting')
  }

  /** A socket that could not be opened does not tell why: the server may be gone, or may refuse this browser. */
  async function sayWhy(): Promise<void> {
    const status = await around.knock()
    if (isUp || isClosed) return
    handlers.down(whyOf(status))
  }

  /** A connection can die without a close event. Only the clock measures silence: timers stop while a laptop sleeps. */
  function listenForSilence(): void {
    if (socket === null || Date.now() - heardAt < LONGEST_SILENCE) return
    const dead = socket
    giveUp()
    dead.close()
    connect()
  }

  function returned(): void {
    wait = FIRST_WAIT
    if (socket === null) connect()
    else listenForSilence()
  }
}

function whyOf(status: number | null): Parameters<LineHandlers['down']>[0] {
  if (status === null) return 'offline'
  if (status === NO_ACCESS) return 'locked'
  return NO_PROJECT.has(status) ? 'no-project' : 'reconnecting'
}
