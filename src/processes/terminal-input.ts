/** What is typed into a pseudo terminal: it waits here, and not this process, while the program does not read. */
import { writeSync } from 'node:fs'

export interface TerminalInput {
  /** false: too much waits already, and this was not taken. */
  write(text: string): boolean
}

/** The master side of a pseudo terminal, which must not block. */
export interface MasterSide {
  readonly descriptor: number
  /** Whether the descriptor is still that of the terminal. */
  isOpen(): boolean
}

/** Bytes: a long paste fits, and no program makes us keep more. */
const MOST_WAITING = 8 * 1024 * 1024
/** Milliseconds until a full terminal is tried again. */
const AGAIN_AFTER = 5

/**
 * The stream of the package waits inside `write` until the program has read, and the whole server with it: the
 * library below makes its writes to a master side blocking. So we write to the descriptor ourselves.
 */
export function openTerminalInput(master: MasterSide): TerminalInput {
  let waiting: Buffer[] = []
  let size = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    write(text) {
      const bytes = Buffer.from(text)
      if (size + bytes.length > MOST_WAITING) return false
      waiting.push(bytes)
      size += bytes.length
      if (timer === undefined) pass()
      return true
    },
  }

  function pass(): void {
    timer = undefined
    while (waiting.length > 0) {
      const written = master.isOpen() ? writeSome(master.descriptor, waiting[0]!) : 'over'
      if (written === 'over') return forget()
      if (written === 'full') return void (timer = setTimeout(pass, AGAIN_AFTER))
      size -= written
      const rest = waiting[0]!.subarray(written)
      if (rest.length > 0) waiting[0] = rest
      else waiting.shift()
    }
  }

  function forget(): void {
    waiting = []
    size = 0
  }
}

function writeSome(descriptor: number, bytes: Buffer): number | 'full' | 'over' {
  try {
    return writeSync(descriptor, bytes)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EAGAIN' ? 'full' : 'over'
  }
}
