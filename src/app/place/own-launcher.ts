/** Attempts, checks and setups find this very program by its name, wherever it is installed. */
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
 * Whatever this process starts from now on has it behind everything else on its PATH: an installed program
 * of that name stays the one that is found, and nothing that is put beside ours can take the place of a tool.
 */
export function putOnPath(home: string, environment: NodeJS.ProcessEnv = process.env): void {
  const folder = inHome(home, 'launcher')
  const { PATH: path = '' } = environment
  if (path === '' || path.split(delimiter).includes(folder)) return
  try {
    writeLauncher(folder)
    environment['PATH'] = `${path}${delimiter}${folder}`
  } catch {
    // Agents can also speak by files; see docs/sessions.md.
  }
}

function writeLauncher(folder: string): void {
  const file = join(folder, 'conductor')
  const words = [process.execPath, realpathSync(process.argv[1]!)].map(shellWord)
  const text = `#!/bin/sh\nexec ${words.join(' ')} "$@"\n`
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // Whoever calls it right now reads the old one to its end.
  writeFileSync(`${file}.new`, text, { mode: 0o700 })
  renameSync(`${file}.new`, file)
}
