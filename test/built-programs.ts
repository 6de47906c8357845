/** The agents of our own that speak ACP, built into plain files: so each starts in half the time, and tests start a hundred. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'rolldown'

const TOP = join(import.meta.dirname, '..')
const BUILT = join(TOP, 'node_modules/.cache/test-programs')
const MADE_OF = ['test/programs', 'test/scripted', 'package-lock.json']

const PROGRAMS = ['acp-agent', 'small-agent'] as const

/** The path of the built program. */
export const builtProgram = (name: (typeof PROGRAMS)[number]): string => join(BUILT, `${name}.js`)

/** Builds them, unless that was done after the last change. */
export async function buildPrograms(): Promise<void> {
  if (PROGRAMS.map(builtProgram).every(isNew)) return
  await build({
    input: Object.fromEntries(
      PROGRAMS.map((name) => [name, join(TOP, 'test/programs', `${name}.ts`)]),
    ),
    platform: 'node',
    logLevel: 'warn',
    transform: { target: 'node24' },
    output: { dir: BUILT, format: 'esm', entryFileNames: '[name].js', minify: true },
  })
}

function isNew(path: string): boolean {
  if (!existsSync(path)) return false
  const builtAt = statSync(path).mtimeMs
  return MADE_OF.flatMap(filesIn).every((source) => statSync(source).mtimeMs < builtAt)
}

function filesIn(place: string): readonly string[] {
  const path = join(TOP, place)
  if (!statSync(path).isDirectory()) return [path]
  return [path, ...readdirSync(path).map((name) => join(path, name))]
}
