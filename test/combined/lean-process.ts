/** Runs a program of these tests in a process of its own, which is small: starting git costs it a fifth of what it costs a test runner. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** A small heap is collected more often, and copied faster when a process is started. */
const LEAN = ['--max-semi-space-size=1', '--optimize-for-size']

/** Everything that it printed. environment: beside ours. */
export async function inLeanProcess(
  program: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<{ code: number | null; printed: string }> {
  const child = spawn(
    process.execPath,
    [...LEAN, join(import.meta.dirname, '..', 'programs', program)],
    {
      env: { ...process.env, NO_COLOR: '1', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => (printed += piece.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, printed }
}
