/** A program that is spoken to in lines of JSON. */
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
  /** For programs that read to the end before they begin. */
  endInput(): void
  /** The first line like this, also among those that came already. Throws with all that was said if it never comes. */
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
  // The program may be gone by now; then `hears` says so.
  child.stdin.on('error', () => child.stdin.destroy())
  // What it started itself writes to its home until it is gone, too.
  const stop = async (): Promise<void> => {
    await stopProcesses(startedWith(`HOME=${env['HOME']}`), 5000)
    await ended
  }
  // A test that ran out of time does not come to its end, and must not leave anything behind either.
  onTestFinished(stop)
  return {
    send: (line) => void child.stdin.write(`${JSON.stringify(line)}\n`),
    endInput: () => void child.stdin.end(),
    onLine: (listen) => void listeners.add(listen),
    async hears(is) {
      const heard = new Promise<Line>((resolve) => {
        listeners.add((line) => is(line) && resolve(line))
      })
      const found = lines.find(is) ?? (await Promise.race([heard, ended.then(() => null)]))
      if (found) return found
      throw new Error(`${path} ended: ${JSON.stringify(lines)}\n${await complaints}`)
    },
    [Symbol.asyncDispose]: stop,
  }
}
