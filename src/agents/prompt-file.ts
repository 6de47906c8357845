/** The agent's prompt, where it can also be read by a person. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns its path. */
export function writePrompt(folder: string, text: string): string {
  const file = join(folder, 'prompt.md')
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, text.endsWith('\n') ? text : `${text}\n`, { mode: 0o600 })
  return file
}
