/** The terminals of a project: each is followed by one browser at a time, waits for it to come back, and is ended then. */
import { randomBytes } from 'node:crypto'
import { parseTerminalMessage } from './terminal-messages.ts'

/** The program behind a terminal. */
export interface TerminalProgram {
  onData(hear: (data: Buffer) => void): void
  onExit(hear: (code: number) => void): void
  write(text: string): void
  resize(columns: number, rows: number): void
  pause(): void
  resume(): void
  end(): Promise<void>
}

/** The browser at the other end. */
export interface TerminalLine {
  send(data: Buffer | string): void
  close(code: number, why: string): void
}

export interface JoinedTerminal {
  heard(text: string): void
  left(): void
}

export interface Terminals extends AsyncDisposable {
  /** id: of a terminal that this browser had before; without it, or when that is over, `start` makes one. */
  join(
    line: TerminalLine,
    id: string | null,
    start: () => Promise<TerminalProgram>,
  ): Promise<JoinedTerminal>
  count(): number
}

export interface TerminalLimits {
  /** Milliseconds for which a terminal waits for its browser. */
  readonly detachedFor: number
  readonly most: number
}

const USUAL: TerminalLimits = { detachedFor: 60_000, most: 10 }

/** Bytes that a browser may have unread; below the second number the program goes on. */
const MOST_UNREAD = 512 * 1024
const FEW_UNREAD = 128 * 1024
/** Bytes that are shown again to a browser that comes back. */
const KEPT = 256 * 1024

interface Terminal {
  readonly id: string
  readonly program: TerminalProgram
  line: TerminalLine | null
  kept: Buffer
  unread: number
  isPaused: boolean
  timer: ReturnType<typeof setTimeout> | undefined
}

export function openTerminals(limits: TerminalLimits = USUAL): Terminals {
  const terminals = new Map<string, Terminal>()
  return {
    count: () => terminals.size,
    async join(line, id, start) {
      const known = id === null ? undefined : terminals.get(id)
      if (known === undefined && terminals.size >= limits.most) return tooMany(line)
      const terminal = known ?? (await begin(start))
      attach(terminal, line)
      return {
        heard: (text) => heard(terminal, text),
        left: () => void (terminal.line === line && detach(terminal)),
      }
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...terminals.values()].map(end))
    },
  }

  async function begin(start: () => Promise<TerminalProgram>): Promise<Terminal> {
    const program = await start()
    const id = randomBytes(16).toString('hex')
    const terminal: Terminal = {
      id,
      program,
      line: null,
      kept: Buffer.alloc(0),
      unread: 0,
      isPaused: false,
      timer: undefined,
    }
    terminals.set(id, terminal)
    program.onData((data) => tell(terminal, data))
    program.onExit((code) => {
      terminals.delete(id)
      clearTimeout(terminal.timer)
      terminal.line?.send(JSON.stringify({ type: 'ended', code }))
      terminal.line?.close(1000, 'it has ended')
    })
    return terminal
  }

  /** A second browser takes the terminal over. */
  function attach(terminal: Terminal, line: TerminalLine): void {
    clearTimeout(terminal.timer)
    terminal.line?.close(4000, 'another browser has it now')
    terminal.line = line
    line.send(JSON.stringify({ type: 'opened', id: terminal.id }))
    terminal.unread = terminal.kept.length
    if (terminal.kept.length > 0) line.send(terminal.kept)
    flow(terminal)
  }

  /** The program goes on meanwhile, as behind a closed window. */
  function detach(terminal: Terminal): void {
    terminal.line = null
    terminal.unread = 0
    flow(terminal)
    terminal.timer = setTimeout(() => void end(terminal), limits.detachedFor)
  }

  function tell(terminal: Terminal, data: Buffer): void {
    terminal.kept = Buffer.concat([terminal.kept, data]).subarray(-KEPT)
    if (terminal.line === null) return
    terminal.unread += data.length
    terminal.line.send(data)
    flow(terminal)
  }

  function heard(terminal: Terminal, text: string): void {
    const message = parseTerminalMessage(text)
    switch (message?.type) {
      case 'input':
        return terminal.program.write(message.data)
      case 'resize':
        return terminal.program.resize(message.columns, message.rows)
      case 'read':
        terminal.unread = Math.max(0, terminal.unread - message.bytes)
        return flow(terminal)
      case 'end':
        return void end(terminal)
      case undefined:
        return terminal.line?.close(1008, 'that is no message of a terminal')
    }
  }

  async function end(terminal: Terminal): Promise<void> {
    clearTimeout(terminal.timer)
    await terminal.program.end()
    terminals.delete(terminal.id)
  }
}

function tooMany(line: TerminalLine): JoinedTerminal {
  line.close(1013, 'too many terminals are open: close one')
  return { heard() {}, left() {} }
}

/** A browser that does not read stops the program, and not this server's memory. */
function flow(terminal: Terminal): void {
  const mustPause = terminal.isPaused ? terminal.unread > FEW_UNREAD : terminal.unread > MOST_UNREAD
  if (mustPause === terminal.isPaused) return
  terminal.isPaused = mustPause
  if (mustPause) terminal.program.pause()
  else terminal.program.resume()
}
