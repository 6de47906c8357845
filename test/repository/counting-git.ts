/** Puts a script before git on the PATH, which records the git commands that are called. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface CountingGit extends Disposable {
  /** The commands since the last call, in order. */
  taken(): readonly string[]
}

/** Records the calls of this process until it is disposed of; top: a folder of the test. */
export function countingGit(top: string): CountingGit {
  const folder = join(top, 'counting')
  const list = join(folder, 'calls')
  const before = process.env['PATH'] ?? ''
  const git = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()
  mkdirSync(folder)
  writeFileSync(join(folder, 'git'), script(git, list), { mode: 0o755 })
  process.env['PATH'] = `${folder}:${before}`
  return {
    taken() {
      const calls = existsSync(list) ? readFileSync(list, 'utf8').split('\n').filter(Boolean) : []
      rmSync(list, { force: true })
      return calls
    },
    [Symbol.dispose]: () => void (process.env['PATH'] = before),
  }
}

/** Options with settings come before the name of the command. */
const script = (git: string, list: string): string => `#!/bin/sh
for word; do
  case "$word" in -c|*=*) ;; *) echo "$word" >> '${list}'; break ;; esac
done
exec '${git}' "$@"
`
