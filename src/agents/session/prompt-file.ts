/** Writes the prompt of an attempt into a file, where a person can read it, too. */
import { writeFileSync } from 'node:fs'
import { inAttempt } from '../../core/value/home-paths.ts'
import { makeFolder, makeWayForFile } from '../../processes/make-way.ts'

/** Returns the path of the file. */
export function writePrompt(folder: string, text: string): string {
  const file = inAttempt(folder, 'prompt')
  makeFolder(folder)
  makeWayForFile(file)
  writeFileSync(file, text.endsWith('\n') ? text : `${text}\n`, { mode: 0o600 })
  return file
}
