/** Starts a program and exchanges lines of JSON with it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { startedWith, stopProcesses } from '../../src/processes/stop-processes.ts'
import type { CliSettings } from './cli-settings.ts'

export type Line = Readonly<Record<string, unknown>>

export interface Talk extends AsyncDisposable {
  send(line: Line): void
  /** For programs that read their input to its end before they begin. */
  endInput(): void
  /** The first line that matches, also among earlier ones. Throws with all output if the program ends without one. */
  hears(is: (line: Line) => boolean): Promise<Line>
  onLine(listen: (line: Line) => void): void
}

export const withArgs = (settings: CliSettings, more: readonly string[]): CliSettings => ({
  ...settings,
  args: [...settings.args, ...more],
})

export function talkTo({ path, args, env }: CliSettings, cwd: string): Talk {
  const child = spawn(path, args, { cwd, env })
  const ended = once(child, 'close')
  const complaints = text(child.stderr)
  const lines: Line[] = []
  const listeners = new Set<(line: Line) => void>()
  createInterface(child.stdout).on('line', (json) => {
    const line = JSON.parse(json) as Line
    lines.push(line)
    listeners.forEach((listen) => listen(line))
  })
  // The program may have ended by now; then `hears` throws.
  child.stdin.on('error', () => child.stdin.destroy())
  // The program's own child processes write to its home until they are ended, too.
  const stop = async (): Promise<void> => {
    await stopProcesses(startedWith(`HOME=${env['HOME']}`), 5000)
    await ended
  }
  // A test that timed out does not dispose of the talk, and must not leave processes behind either.
  onTestFinished(stop)
  return {
    send: (line) => void child.stdin.write(`${JSON.stringify(line)}\n`),
    endInput: () => void child.stdin.end(),
    onLine: (listen) => void listeners.add(listen),
    async hears(is) {
      const heard = new Promise<Line>((resolve) => {
        listeners.add((line) => is(line) && resolve(line))
      })
      const line = lines.find(is) ?? (await Promise.race([heard, ended.then(() => null)]))
      if (line) return line
      throw new Error(`${path} ended: ${JSON.stringify(lines)}\n${await complaints}`)
    },
    [Symbol.asyncDispose]: stop,
  }
}
