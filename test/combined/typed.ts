/** Runs the built commands in this process, where a run takes tens of milliseconds instead of hundreds. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { createRequire } from 'node:module'
import type * as Sources from '../../src/cli/run-typed-command.ts'
import { BIN, BUILT, PATH_WITH_US } from '../our-program.ts'

/** Not imported: vitest would compile it once more. */
const { runTypedCommand } = createRequire(import.meta.url)(BUILT) as typeof Sources

export interface Typed {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

interface Page {
  stdout: string
  stderr: string
}

const pages = new AsyncLocalStorage<Page>()

capture('stdout')
capture('stderr')

/** Captures what a typed command writes to the stream; all other output is written as usual. */
function capture(stream: keyof Page): void {
  const write = process[stream].write.bind(process[stream])
  const capturing: typeof write = (piece: string | Uint8Array, ...rest: never[]): boolean => {
    const page = pages.getStore()
    if (page === undefined) return write(piece, ...rest)
    page[stream] += typeof piece === 'string' ? piece : Buffer.from(piece).toString()
    return true
  }
  process[stream].write = capturing
}

/** Runs a command in the current folder. Two commands must not end at the same time: they share the exit code. */
export function typed(...words: readonly string[]): Promise<Typed> {
  const page: Page = { stdout: '', stderr: '' }
  return pages.run(page, async () => {
    await runTypedCommand(words)
    const code = Number(process.exitCode ?? 0)
    process.exitCode = undefined
    return { code, ...page }
  })
}

/** Runs a command in this folder, which is also the home of its user. */
export function typedIn(folder: string, ...words: readonly string[]): Promise<Typed> {
  for (const name of Object.keys(process.env))
    if (name.startsWith('CONDUCTOR_')) delete process.env[name]
  Object.assign(process.env, { HOME: folder, PATH: PATH_WITH_US, NO_COLOR: '1' })
  process.argv[1] = BIN
  process.chdir(folder)
  return typed(...words)
}
