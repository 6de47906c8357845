/** End-to-end tests type what a user types, so they run the built command: it is built before them, unless that was done after the last change. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { buildPrograms } from './built-programs.ts'

const MADE_OF = [
  'src',
  'web',
  'build.mjs',
  'build-loaded-with.mjs',
  'build-names-in-use.mjs',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
]
/** The build writes this first, so that a file that is changed meanwhile is newer. */
const FIRST = 'dist/conductor.js'
const ASSETS = 'dist/web/assets'

export async function setup(): Promise<void> {
  if (!isBuilt()) execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' })
  await buildPrograms()
}

/** `npm ci` builds, too. A folder is changed when a file in it is made, removed or renamed. */
function isBuilt(): boolean {
  if (!isWhole()) return false
  const builtAt = statSync(FIRST).mtimeMs
  return MADE_OF.flatMap(withAllInside).every((path) => statSync(path).mtimeMs < builtAt)
}

/** The packed assets come last. */
function isWhole(): boolean {
  if (!existsSync(FIRST) || !existsSync(ASSETS)) return false
  const assets = new Set(readdirSync(ASSETS))
  return [...assets].every((name) => name.endsWith('.gz') || assets.has(`${name}.gz`))
}

const withAllInside = (path: string): readonly string[] =>
  statSync(path).isDirectory()
    ? [path, ...readdirSync(path, { recursive: true }).map((name) => join(path, String(name)))]
    : [path]
