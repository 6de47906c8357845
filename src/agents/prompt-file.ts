/** The words an attempt begins with, where a person can read them too. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns its path. */
export function writePrompt(folder: string, text: string): string {
  const file = join(folder, 'prompt.md')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(file, text.endsWith('\n') ? text : `${text}\n`, { mode: 0o600 })
  return file
}
