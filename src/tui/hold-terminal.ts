/**
 * Keeps the terminal as a view needs it: raw keys, the alternate screen, no cursor, marked pastes. However the
 * process ends, the terminal is restored.
 */

export interface HeldTerminal {
  /** Writes nothing while the shell has the terminal. */
  write(text: string): void
  /** Ctrl-Z: gives the terminal to the shell, until `fg`. */
  suspend(): void
  giveBack(): void
}

const TAKE = '\x1b[?1049h\x1b[?25l\x1b[?2004h'
const GIVE_BACK = '\x1b[?2004l\x1b[?1049l\x1b[?25h'
const DEADLY = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const
/** Within this time the shell has stopped the process, if it can. */
const STOP_MILLISECONDS = 100

/** taken: called when the view has taken the terminal, also when it takes it again; the screen is empty then. */
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
      // The signal goes to the whole group, as the terminal itself would send it: the shell may wait for
      // another process of the group.
      process.kill(0, 'SIGTSTP')
      // Without a shell to go back to, no process stops.
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
    // A stopped process gets no signal when the window changes its size.
    process.kill(process.pid, 'SIGWINCH')
    taken()
  }

  function leave(): void {
    if (!isHeld) return
    isHeld = false
    if (stdin.isTTY) stdin.setRawMode(false).pause()
    stdout.write(GIVE_BACK)
  }

  /** After a stop without notice (SIGSTOP), the shell has changed the settings of the terminal. */
  function takeAgain(): void {
    leave()
    take()
  }

  /**
   * Ends the process only if it has no other listener: another listener closes the view, or lets the process
   * exit.
   */
  function dieOf(signal: NodeJS.Signals): void {
    if (process.listenerCount(signal) > 1) return
    leave()
    process.off(signal, dieOf).kill(process.pid, signal)
  }
}
