/**
 * Runs the commands of tests one after another in this one process, so that Node is started only once. It runs the
 * built command, as users do, and is small, so that it starts git quickly.
 */
import module from 'node:module'
import type * as Sources from '../../src/cli/run-typed-command.ts'
import { BUILT } from '../our-program.ts'
import type { FromTyping, TypedWords } from '../typing-process.ts'

module.enableCompileCache()

const { runTypedCommand } = (await import(BUILT)) as typeof Sources

const say = (message: FromTyping): void => void process.send!(message)

for (const stream of ['stdout', 'stderr'] as const)
  process[stream].write = (written: string | Uint8Array) => {
    const piece = typeof written === 'string' ? written : Buffer.from(written).toString()
    say({ stream, piece })
    return true
  }

/** A signal that comes when its command has just ended must not end this process, which is about to run the next. */
const BETWEEN_COMMANDS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const ignore = (): void => {}
for (const signal of BETWEEN_COMMANDS) process.on(signal, ignore)

process.on('message', (typed: TypedWords) => void doTypedWords(typed))
// The process of the test has ended.
process.on('disconnect', () => process.exit())

async function doTypedWords({ program, cwd, environment, words }: TypedWords): Promise<void> {
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, environment)
  process.argv[1] = program
  process.chdir(cwd)
  process.exitCode = undefined
  for (const signal of BETWEEN_COMMANDS) process.off(signal, ignore)
  await runTypedCommand(words)
  for (const signal of BETWEEN_COMMANDS) process.on(signal, ignore)
  say({ code: exitCode() })
}

/** A function, because the compiler does not know that the command has assigned the exit code meanwhile. */
function exitCode(): number {
  return Number(process.exitCode ?? 0)
}
