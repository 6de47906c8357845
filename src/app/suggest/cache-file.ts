/** The files in which suggestions and their use are kept; one that is missing or damaged counts as empty. */
import { existsSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { CacheFile } from '../../suggest/suggestion-cache.ts'
import { textInFile } from '../place/text-in-file.ts'
import { writePrivately } from '../place/write-privately.ts'

export const privateFile = (path: string): CacheFile => ({
  read: () => textInFile(path),
  /** A reader gets the old text or the new one, never a part. Where Conductor has no folder, none is made for this. */
  write(text) {
    const home = dirname(path)
    if (!existsSync(home)) throw new Error(`the folder ${home} is gone`)
    const next = `${path}.${process.pid}.new`
    try {
      writePrivately(next, text)
      renameSync(next, path)
    } catch (error) {
      rmSync(next, { force: true })
      throw error
    }
  },
})
