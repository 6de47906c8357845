/** Makes sure that attempts, checks and setups find this program by its name, wherever it is installed. */
import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, join } from 'node:path'
import { shellWord } from '../../core/text/command-line.ts'
import { inHome } from '../../core/value/home-paths.ts'

/**
 * Every process that is started from now on has our launcher last on its PATH: an installed program of that name is
 * found first, and nothing in the launcher's folder can replace another tool.
 */
export function putOnPath(home: string, environment: NodeJS.ProcessEnv = process.env): void {
  const folder = inHome(home, 'launcher')
  const { PATH: path = '' } = environment
  if (path === '' || path.split(delimiter).includes(folder)) return
  try {
    writeLauncher(folder)
    environment['PATH'] = `${path}${delimiter}${folder}`
  } catch {
    // Agents can also report through files; see docs/sessions.md.
  }
}

function writeLauncher(folder: string): void {
  const file = join(folder, 'conductor')
  const words = [process.execPath, realpathSync(process.argv[1]!)].map(shellWord)
  const text = `#!/bin/sh\nexec ${words.join(' ')} "$@"\n`
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // The file is replaced by a rename, so that a shell that is reading it reads the old one to its end.
  writeFileSync(`${file}.new`, text, { mode: 0o700 })
  renameSync(`${file}.new`, file)
}
