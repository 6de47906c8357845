/** The files in which suggestions and their use are kept; one that is missing or damaged counts as empty. */
import { readFileSync, renameSync, rmSync } from 'node:fs'
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
  /** Whoever reads meanwhile gets the old text or the new one, never a part. */
  write(text) {
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
