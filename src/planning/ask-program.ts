/** Gives a program its input and waits for what it prints; when it is stopped, everything that it started ends with it. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { startKept, type KeptProcess } from '../processes/kept-process.ts'
import { learnSecrets } from '../processes/mask-output.ts'
import type { ProcessTable } from '../processes/process-table.ts'
import { anyOf, belowAndBeside, startedWith, stopProcesses } from '../processes/stop-processes.ts'

export interface Program {
  /** The program, then its arguments. No shell reads them. */
  readonly command: readonly string[]
  readonly environment: Readonly<Record<string, string>>
}

export type ProgramEnd =
  | {
      readonly is: 'ended'
      /** As a shell reports it. */
      readonly code: number
      readonly output: string
      readonly errors: string
    }
  | { readonly is: 'stopped' }
  | { readonly is: 'cannot-start'; readonly reason: string }

/** How many milliseconds a program has to end by itself after it was told to stop. */
const GRACE = 2000
/** How many milliseconds the output may stay open after the program has ended. */
const OUTPUT_HELD = 500

export async function askProgram(
  program: Program & { readonly input: string },
  signal: AbortSignal,
): Promise<ProgramEnd> {
  if (signal.aborted) return { is: 'stopped' }
  try {
    return await withProgram(program, (kept) => readAll(kept, program.input, signal))
  } catch (error) {
    return { is: 'cannot-start', reason: (error as Error).message }
  }
}

/**
 * Starts the program in an empty folder of its own, so that it finds no files, settings or instructions of a
 * repository. When `use` is done, the program and everything that it started are ended, and the folder is removed.
 * Rejects when the program cannot be started.
 */
export async function withProgram<Value>(
  { command, environment }: Program,
  use: (kept: KeptProcess, directory: string) => Promise<Value>,
): Promise<Value> {
  learnSecrets(environment)
  const directory = await mkdtemp(join(tmpdir(), 'conductor-planning-'))
  const tag = randomBytes(12).toString('hex')
  const tagged = { ...environment, CONDUCTOR_LINE: tag }
  try {
    const kept = await startKept({ command, directory, environment: tagged })
    try {
      return await use(kept, directory)
    } finally {
      await endAll(kept, tag)
      kept.output.destroy()
      kept.errors.destroy()
    }
  } finally {
    await rm(directory, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function readAll(kept: KeptProcess, input: string, signal: AbortSignal): Promise<ProgramEnd> {
  const [output, errors] = [kept.output, kept.errors].map(collect)
  kept.input.end(input)
  const code = await Promise.race([kept.ended, whenAborted(signal)])
  if (code === 'aborted') return { is: 'stopped' }
  await untilRead(kept)
  return { is: 'ended', code, output: output!(), errors: errors!() }
}

export function whenAborted(signal: AbortSignal): Promise<'aborted'> {
  const { promise, resolve } = Promise.withResolvers<'aborted'>()
  signal.addEventListener('abort', () => resolve('aborted'), { once: true })
  if (signal.aborted) resolve('aborted')
  return promise
}

/** The program may have left processes that hold its output open; they are not waited for. */
async function untilRead({ output, errors }: KeptProcess): Promise<void> {
  const read = [output, errors].map((side) => finished(side).catch(() => {}))
  await Promise.race([Promise.all(read), sleep(OUTPUT_HELD, null, { ref: false })])
}

/** The signal may come before the keeper has started the program, so it is stopped until its end is reported. */
async function endAll(kept: KeptProcess, tag: string): Promise<void> {
  const below = belowAndBeside(new Set([kept.pid]))
  const find = anyOf(below, startedWith(`CONDUCTOR_LINE=${tag}`))
  const others = (table: ProcessTable): readonly number[] =>
    [...find(table)].filter((pid) => pid !== kept.pid)
  do await stopProcesses(others, GRACE)
  while ((await Promise.race([kept.ended, sleep(20, 'not yet' as const)])) === 'not yet')
  await stopProcesses(others, GRACE)
  await kept.letGo()
}

/** More is not kept: an answer is at the end of the output. */
const MUCH = 4_000_000

export function collect(side: Readable): () => string {
  const pieces: Buffer[] = []
  let length = 0
  side.on('data', (piece: Buffer) => {
    pieces.push(piece)
    length += piece.length
    while (length - pieces[0]!.length > MUCH) length -= pieces.shift()!.length
  })
  return () => Buffer.concat(pieces).toString()
}
