/** Whether this user may write to a path. One that does not exist keeps no write from succeeding, so it counts as writable. */
import { accessSync, constants } from 'node:fs'

export function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT'
  }
}
