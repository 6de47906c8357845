/** Runs a program in a real pseudo-terminal, by util-linux `script`: reads its output, and presses keys. */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface Size {
  readonly columns: number
  readonly rows: number
}

export interface InTerminal extends AsyncDisposable {
  /** A folder for files of the program, which finds it in TERMINAL_FOLDER; it is removed with the terminal. */
  readonly folder: string
  output(): string
  /** Resolves when the text has been written, after all texts that were awaited before. */
  sees(text: string, seconds?: number): Promise<void>
  press(keys: string): void
  resize(size: Size): void
  /** Closes the terminal, as if its window was closed. */
  hangUp(): void
  ended(): Promise<void>
}

export const hasPty =
  process.platform === 'linux' && spawnSync('script', ['--version']).status === 0

export function inTerminal(
  command: string,
  environment: Readonly<Record<string, string>>,
  size: Size = { columns: 100, rows: 30 },
): InTerminal {
  const folder = mkdtempSync(join(tmpdir(), 'terminal-'))
  const name = join(folder, 'tty')
  const inside = `stty cols ${size.columns} rows ${size.rows}; tty > '${name}'; ${command}`
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    TERM: 'xterm-256color',
    // A test that wants the splash screen turns it on.
    CONDUCTOR_UI_SHOW_SPLASH: 'false',
    TERMINAL_FOLDER: folder,
    ...environment,
  }
  const child = spawn('script', ['-qfec', inside, '/dev/null'], { env, detached: true })
  const exit = new Promise<void>((done) => child.once('exit', () => done()))
  const hangUp = (): void => void process.kill(-child.pid!, 'SIGKILL')
  let output = ''
  let seen = 0
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  return {
    folder,
    output: () => output,
    async sees(text, seconds = 15) {
      const giveUpAt = Date.now() + seconds * 1000
      while (!output.includes(text, seen)) {
        if (Date.now() > giveUpAt) throw new Error(`no "${text}" after:\n${output.slice(-2000)}`)
        await new Promise((later) => setTimeout(later, 20))
      }
      seen = output.indexOf(text, seen) + text.length
    },
    press: (keys) => child.stdin.write(keys),
    resize({ columns, rows }) {
      const tty = readFileSync(name, 'utf8').trim()
      execFileSync('stty', ['-F', tty, 'cols', String(columns), 'rows', String(rows)])
    },
    hangUp,
    ended: () => exit,
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) hangUp()
      await exit
      rmSync(folder, { recursive: true })
    },
  }
}
