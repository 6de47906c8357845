/**
 * Keeps the terminal as a view wants it: raw keys, the other screen, no cursor, pastes marked. However the process
 * ends, the terminal is given back as it was.
 */

export interface HeldTerminal {
  /** Nothing is written while the shell has the terminal. */
  write(text: string): void
  /** Ctrl-Z: gives the terminal to the shell, until `fg`. */
  suspend(): void
  giveBack(): void
}

const TAKE = '\x1b[?1049h\x1b[?25l\x1b[?2004h'
const GIVE_BACK = '\x1b[?2004l\x1b[?1049l\x1b[?25h'
const DEADLY = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const
/** A process that the shell can stop is stopped by then. */
const STOP_MILLISECONDS = 100

/** taken: the terminal was taken, again after it was given back for a while; nothing is left on its screen. */
export function holdTerminal(
  stdin: NodeJS.ReadStream,
  stdout: NodeJS.WriteStream,
  taken: () => void,
): HeldTerminal {
  let isHeld = false
  let retake: NodeJS.Timeout | undefined
  process.on('exit', leave).on('SIGCONT', takeAgain)
  for (const signal of DEADLY) process.on(signal, dieOf)
  take()
  return {
    write: (text) => void (isHeld && stdout.write(text)),
    suspend() {
      leave()
      // The whole group, as the terminal itself would do it: the shell may wait for another process of it.
      process.kill(0, 'SIGTSTP')
      // Where there is no shell to go back to, nothing stops.
      retake = setTimeout(take, STOP_MILLISECONDS)
    },
    giveBack() {
      leave()
      clearTimeout(retake)
      process.off('exit', leave).off('SIGCONT', takeAgain)
      for (const signal of DEADLY) process.off(signal, dieOf)
    },
  }

  function take(): void {
    if (isHeld) return
    isHeld = true
    if (stdin.isTTY) stdin.setRawMode(true).resume()
    stdout.write(TAKE)
    // Nobody tells a stopped process that the window has another size now.
    process.kill(process.pid, 'SIGWINCH')
    taken()
  }

  function leave(): void {
    if (!isHeld) return
    isHeld = false
    if (stdin.isTTY) stdin.setRawMode(false).pause()
    stdout.write(GIVE_BACK)
  }

  /** After a stop that we were not told of, the shell has changed what we had set. */
  function takeAgain(): void {
    leave()
    take()
  }

  /** Only if nobody else listens: who does closes the view, or lets the process exit. */
  function dieOf(signal: NodeJS.Signals): void {
    if (process.listenerCount(signal) > 1) return
    leave()
    process.off(signal, dieOf).kill(process.pid, signal)
  }
}
