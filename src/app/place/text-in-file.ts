/** The text of a file of ours; null: there is none, it cannot be read, or it is a pipe, which would never end. */
import { readFileSync, statSync } from 'node:fs'

export function textInFile(path: string): string | null {
  try {
    return statSync(path).isFile() ? readFileSync(path, 'utf8') : null
  } catch {
    return null
  }
}
