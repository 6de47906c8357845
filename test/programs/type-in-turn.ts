/**
 * Does what tests type, one command after another, in this one process: what a start of Node costs is paid once.
 * It runs the built command, as users do, and is small, so that starting git from it is cheap.
 */
import type * as Sources from '../../src/cli/do-typed.ts'
import type { FromTyping, TypedWords } from '../typing-process.ts'

const BUILT = new URL('../../dist/do-typed.js', import.meta.url).href
const { doTyped } = (await import(BUILT)) as typeof Sources

const say = (said: FromTyping): void => void process.send!(said)

for (const stream of ['stdout', 'stderr'] as const)
  process[stream].write = (written: string | Uint8Array) => {
    const piece = typeof written === 'string' ? written : Buffer.from(written).toString()
    say({ stream, piece })
    return true
  }

process.on('message', (typed: TypedWords) => void doTypedWords(typed))
// Whoever types has ended.
process.on('disconnect', () => process.exit())

async function doTypedWords({ program, cwd, environment, words }: TypedWords): Promise<void> {
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, environment)
  process.argv[1] = program
  process.chdir(cwd)
  process.exitCode = undefined
  await doTyped(words)
  say({ code: exitCode() })
}

/** The compiler only knows what was assigned here, not what the command has assigned meanwhile. */
function exitCode(): number {
  return Number(process.exitCode ?? 0)
}
