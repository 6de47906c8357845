/** The terminals of a project: each is followed by one browser at a time, waits for it to come back, and is ended then. */
import { randomBytes } from 'node:crypto'
import { keepOutput, type KeptOutput } from './kept-output.ts'
import { parseTerminalMessage } from './terminal-messages.ts'

/** The program behind a terminal. */
export interface TerminalProgram {
  onData(hear: (data: Buffer) => void): void
  onExit(hear: (code: number) => void): void
  /** false: it does not read, and too much waits for it already. */
  write(text: string): boolean
  resize(columns: number, rows: number): void
  pause(): void
  resume(): void
  end(): Promise<void>
}

/** The browser at the other end. */
export interface TerminalLine {
  send(data: Buffer | string): void
  close(code: number, why: string): void
  /** Ends the connection without a close message, since the other side does not respond. */
  drop(): void
  /** Bytes that were passed to the socket and are not sent yet. */
  waiting(): number
  /** Whether the other side has responded lately. Sends it a ping. */
  isThere(): boolean
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
  /** Milliseconds after which it is looked again whether the browsers are still there. */
  readonly lookEvery: number
}

const USUAL: TerminalLimits = { detachedFor: 60_000, most: 10, lookEvery: 15_000 }

/** Bytes that a browser may have unread; below the second number the program goes on. */
const MOST_UNREAD = 512 * 1024
const FEW_UNREAD = 128 * 1024

interface Terminal {
  readonly id: string
  readonly program: TerminalProgram
  line: TerminalLine | null
  readonly kept: KeptOutput
  unread: number
  isPaused: boolean
  timer: ReturnType<typeof setTimeout> | undefined
}

export function openTerminals(given: Partial<TerminalLimits> = {}): Terminals {
  const limits = { ...USUAL, ...given }
  const terminals = new Map<string, Terminal>()
  /** Those that are being started count, too: many browsers may ask at once. */
  const starting = new Set<Promise<Terminal>>()
  const looking = setInterval(dropTheGone, limits.lookEvery).unref()
  const count = (): number => terminals.size + starting.size
  let isOver = false
  return {
    count,
    async join(line, id, start) {
      const running = id === null ? undefined : terminals.get(id)
      if (running === undefined && count() >= limits.most) return refuse(line, TOO_MANY)
      const terminal = running ?? (await startOne(start))
      if (isOver) return refuse(line, 'the server ends')
      attach(terminal, line)
      return {
        // A browser that has lost its terminal to another one has no say in it any more.
        heard: (text) => void (terminal.line === line && heard(terminal, line, text)),
        left: () => void (terminal.line === line && detach(terminal)),
      }
    },
    async [Symbol.asyncDispose]() {
      isOver = true
      clearInterval(looking)
      await Promise.allSettled(starting)
      await Promise.all([...terminals.values()].map(end))
    },
  }

  async function startOne(start: () => Promise<TerminalProgram>): Promise<Terminal> {
    const begun = begin(start)
    starting.add(begun)
    try {
      return await begun
    } finally {
      starting.delete(begun)
    }
  }

  async function begin(start: () => Promise<TerminalProgram>): Promise<Terminal> {
    const program = await start()
    const id = randomBytes(16).toString('hex')
    const terminal: Terminal = {
      id,
      program,
      line: null,
      kept: keepOutput(),
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
    const kept = terminal.kept.all()
    terminal.unread = kept.length
    if (kept.length > 0) line.send(kept)
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
    terminal.kept.add(data)
    if (terminal.line === null) return
    terminal.unread += data.length
    terminal.line.send(data)
    flow(terminal)
  }

  function heard(terminal: Terminal, line: TerminalLine, text: string): void {
    const message = parseTerminalMessage(text)
    switch (message?.type) {
      case 'input':
        if (!terminal.program.write(message.data)) line.close(1009, NOT_READ)
        return
      case 'resize':
        return terminal.program.resize(message.columns, message.rows)
      case 'read':
        terminal.unread = Math.max(0, terminal.unread - message.bytes)
        return flow(terminal)
      case 'end':
        return void end(terminal)
      case undefined:
        return line.close(1008, 'that is no message of a terminal')
    }
  }

  /** A browser whose machine sleeps, or whose network is gone, does not close its connection. */
  function dropTheGone(): void {
    for (const { line } of terminals.values()) if (line?.isThere() === false) line.drop()
  }

  async function end(terminal: Terminal): Promise<void> {
    clearTimeout(terminal.timer)
    await terminal.program.end()
    terminals.delete(terminal.id)
  }
}

const TOO_MANY = 'too many terminals are open: close one'
const NOT_READ = 'the program does not read what is typed'

function refuse(line: TerminalLine, why: string): JoinedTerminal {
  line.close(1013, why)
  return { heard() {}, left() {} }
}

/**
 * A browser that does not read stops the program, and not this server's memory. A browser may say that it has read
 * what was not even sent, so both count.
 */
function flow(terminal: Terminal): void {
  const behind = Math.max(terminal.unread, terminal.line?.waiting() ?? 0)
  const mustPause = behind > (terminal.isPaused ? FEW_UNREAD : MOST_UNREAD)
  if (mustPause === terminal.isPaused) return
  terminal.isPaused = mustPause
  if (mustPause) terminal.program.pause()
  else terminal.program.resume()
}
