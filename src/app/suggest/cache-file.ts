/** The files in which suggestions and their use are kept; one that is missing or damaged counts as empty. */
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { CacheFile } from '../../suggest/suggestion-cache.ts'
import { writePrivately } from '../place/write-privately.ts'

export const privateFile = (path: string): CacheFile => ({
  read() {
    try {
      return readFileSync(path, 'utf8')
    } catch {
      return null
    }
  },
  /** A reader gets the old text or the new one, never a part. A repository that was moved away is not made again. */
  write(text) {
    const root = dirname(dirname(path))
    if (!existsSync(root)) throw new Error(`the folder ${root} is gone`)
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
