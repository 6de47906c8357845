/**
 * Runs commands from one small shell that stays open, while the test waits. To start a process, Node copies the map of
 * its whole memory, and a process that tests many files has much of it.
 */
import { execFileSync, spawn } from 'node:child_process'
import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { shellWord } from '../../src/core/text/command-line.ts'

/** What the line prints, without line breaks at the end; throws with its error output when it fails. */
export function runAtOnce(folder: string, line: string, environment: NodeJS.ProcessEnv): string {
  // A shell gives back the rights of another user.
  if (process.geteuid?.() !== process.getuid?.())
    return execFileSync('sh', ['-c', line], {
      cwd: folder,
      env: environment,
      encoding: 'utf8',
      stdio: 'pipe',
    }).trimEnd()
  const key = JSON.stringify(environment)
  if (shell?.key !== key) {
    shell?.close()
    shell = { key, ...openShell(environment) }
  }
  const { code, stdout, stderr } = shell.run(folder, line)
  if (code !== 0) throw new Error(`Command failed: ${line}\n${stderr}`)
  return stdout.trimEnd()
}

interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

interface Shell {
  run(folder: string, line: string): Ended
  close(): void
}

let shell: (Shell & { readonly key: string }) | null = null

function openShell(env: NodeJS.ProcessEnv): Shell {
  const folder = mkdtempSync(join(tmpdir(), 'shell-at-once-'))
  const [orders, output, errors] = ['orders', 'output', 'errors'].map((name) => join(folder, name))
  execFileSync('mkfifo', [orders!, output!])
  const [ordersOut, ordersIn] = openBothEnds(orders!)
  const [outputOut, outputIn] = openBothEnds(output!)
  const child = spawn('sh', { env, stdio: [ordersOut, outputIn, 'inherit'] })
  child.unref()
  closeSync(ordersOut)
  closeSync(outputIn)
  const close = (): void => {
    closeSync(ordersIn)
    closeSync(outputOut)
    rmSync(folder, { recursive: true, force: true })
    process.off('exit', close)
  }
  process.on('exit', close)
  return {
    close,
    run(cwd, line) {
      const entered = `cd -P -- ${shellWord(cwd)} && ${line}`
      const ordered = `(${entered}) </dev/null 2>${shellWord(errors!)}; printf '\\0%d\\n' $?\n`
      writeAll(ordersIn, ordered)
      const [stdout, code] = readToMark(outputOut)
      return { code, stdout, stderr: code === 0 ? '' : readFileSync(errors!, 'utf8') }
    },
  }
}

/** To open one end of a named pipe waits for the other, unless both are opened at once. */
function openBothEnds(pipe: string): readonly [out: number, into: number] {
  const both = openSync(pipe, 'r+')
  const ends = [openSync(pipe, 'r'), openSync(pipe, 'w')] as const
  closeSync(both)
  return ends
}

function writeAll(to: number, text: string): void {
  let rest = Buffer.from(text)
  while (rest.length > 0) rest = rest.subarray(writeSync(to, rest))
}

/** What is printed may hold zero bytes, but ends with the last of them, the exit code and a line break. */
function readToMark(from: number): readonly [printed: string, code: number] {
  const pieces: Buffer[] = []
  for (;;) {
    const piece = Buffer.alloc(2 ** 16)
    const length = readSync(from, piece)
    if (length === 0) throw new Error('the shell of the test has ended')
    pieces.push(piece.subarray(0, length))
    const ended = END.exec(Buffer.concat(pieces.slice(-2)).toString('latin1'))
    if (ended === null) continue
    const all = Buffer.concat(pieces)
    return [all.toString('utf8', 0, all.length - ended[0].length), Number(ended[1])]
  }
}

const END = /\0(\d{1,3})\n$/
