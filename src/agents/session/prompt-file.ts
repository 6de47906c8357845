/** The words an attempt begins with, where a person can read them too. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder, makeWayForFile } from '../../processes/make-way.ts'

/** Returns its path. */
export function writePrompt(folder: string, text: string): string {
  const file = join(folder, 'prompt.md')
  makeFolder(folder)
  makeWayForFile(file)
  writeFileSync(file, text.endsWith('\n') ? text : `${text}\n`, { mode: 0o600 })
  return file
}
