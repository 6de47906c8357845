/** Writes a file that only its user can read. Its folder is made again if it was deleted. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

export function writePrivately(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(file, text, { mode: 0o600 })
}
