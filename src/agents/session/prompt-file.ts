/** The words an attempt begins with, where a person can read them too. */
import { writeFileSync } from 'node:fs'
import { inAttempt } from '../../core/value/home-paths.ts'
import { makeFolder, makeWayForFile } from '../../processes/make-way.ts'

/** Returns its path. */
export function writePrompt(folder: string, text: string): string {
  const file = inAttempt(folder, 'prompt')
  makeFolder(folder)
  makeWayForFile(file)
  writeFileSync(file, text.endsWith('\n') ? text : `${text}\n`, { mode: 0o600 })
  return file
}
