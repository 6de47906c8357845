/** Removes files that processes were writing when they were killed. */
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Milliseconds that writing a small file never takes. */
const LONG_AGO = 60_000

/** isOurs: whether a file of this name can only be one of ours. */
export function clearLeftovers(folder: string, isOurs: (name: string) => boolean): void {
  for (const name of readdirSync(folder).filter(isOurs)) {
    const file = join(folder, name)
    const { mtimeMs = Infinity } = statSync(file, { throwIfNoEntry: false }) ?? {}
    if (Date.now() - mtimeMs > LONG_AGO) rmSync(file, { force: true })
  }
}
