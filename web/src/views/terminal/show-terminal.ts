/** Shows a terminal of the server in an element, until it is closed. */
import { FitAddon } from '@xterm/addon-fit'
import { Terminal } from '@xterm/xterm'
import '@xterm/xterm/css/xterm.css'
import { apiPathIn, pageProject } from '../../data/api/project.ts'
import { ownSheets } from './style-sheets.ts'

export interface ShownTerminal {
  readonly run: string
  readonly task: string
  /** What became of it, for people. */
  readonly onSaid: (text: string) => void
}

/** Characters that are sent at once: a long paste goes in pieces. */
const PIECE = 8192

/** Returns how to close it, which ends its shell. */
export function showTerminal(place: HTMLElement, shown: ShownTerminal): () => void {
  const sheets = ownSheets()
  const terminal = new Terminal({
    documentOverride: sheets.document,
    cursorBlink: false,
    screenReaderMode: true,
    theme: { background: '#14161c' },
  })
  const fit = new FitAddon()
  terminal.loadAddon(fit)
  sheets.during(() => terminal.open(place))
  makeRowsIn(terminal, sheets.document)
  fit.fit()
  const socket = new WebSocket(addressOf(shown, terminal))
  socket.binaryType = 'arraybuffer'
  const send = (message: object): void => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
  }
  socket.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer | string>) => {
    if (typeof data === 'string') return hear(JSON.parse(data) as FromTerminal, shown)
    const bytes = new Uint8Array(data)
    // Told when it is on the screen: until then the server holds the program back.
    terminal.write(bytes, () => send({ type: 'read', bytes: Math.max(1, bytes.length) }))
  })
  socket.addEventListener('close', ({ code, reason }) => {
    if (code !== 1000)
      shown.onSaid(reason === '' ? 'The connection was lost.' : `Closed: ${reason}.`)
  })
  terminal.onData((text) => {
    for (let at = 0; at < text.length; at += PIECE)
      send({ type: 'input', data: text.slice(at, at + PIECE) })
  })
  terminal.onResize(({ cols, rows }) => send({ type: 'resize', columns: cols, rows }))
  terminal.attachCustomKeyEventHandler((event) => leaveByKey(event, place))
  const watcher = new ResizeObserver(() => fit.fit())
  watcher.observe(place)
  terminal.focus()
  return () => {
    watcher.disconnect()
    send({ type: 'end' })
    sessionStorage.removeItem(keyOf(shown))
    socket.close(1000)
    terminal.dispose()
    sheets.dispose()
  }
}

type FromTerminal =
  | { readonly type: 'opened'; readonly id: string }
  | { readonly type: 'ended'; readonly code: number }

function hear(message: FromTerminal, shown: ShownTerminal): void {
  if (message.type === 'opened') return sessionStorage.setItem(keyOf(shown), message.id)
  sessionStorage.removeItem(keyOf(shown))
  shown.onSaid(`The shell has ended with exit code ${message.code}.`)
}

const keyOf = ({ run, task }: ShownTerminal): string =>
  `terminal ${pageProject() ?? ''} ${run} ${task}`

/** In this release xterm makes the cells of its rows in the document of the page, whatever it is told. */
function makeRowsIn(terminal: Terminal, document: Document): void {
  const { _core: core } = terminal as unknown as Inside
  const rows = core?._renderService?._renderer?.value?._rowFactory
  if (rows !== undefined) rows._document = document
}

interface Inside {
  readonly _core?: {
    readonly _renderService?: {
      readonly _renderer?: { readonly value?: { readonly _rowFactory?: { _document: Document } } }
    }
  }
}

/** A page that was reloaded asks for the terminal that it had. */
function addressOf(shown: ShownTerminal, { cols, rows }: Terminal): string {
  const url = new URL(apiPathIn(pageProject(), '/api/terminal'), location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  const id = sessionStorage.getItem(keyOf(shown))
  const query = { run: shown.run, task: shown.task, columns: String(cols), rows: String(rows) }
  url.search = new URLSearchParams(id === null ? query : { ...query, id }).toString()
  return url.href
}

/** Tab belongs to the shell, so another key leads out. */
function leaveByKey({ key, type }: KeyboardEvent, place: HTMLElement): boolean {
  if (key !== 'F6') return true
  if (type === 'keydown')
    place.closest('dialog')?.querySelector<HTMLElement>('header button')?.focus()
  return false
}
