/** A database that only its owner can open, whatever its folder allows. */
import { chmodSync, closeSync, openSync } from 'node:fs'

/** Before SQLite makes it: what SQLite puts beside a file (-wal, -shm) gets the mode of that file. */
export function makePrivateFile(file: string): void {
  try {
    closeSync(openSync(file, 'a', 0o600))
    // An earlier version may have made it for everyone.
    chmodSync(file, 0o600)
  } catch {
    // A file of somebody else, or a file system without modes. Whether it can be used is for SQLite to say.
  }
}
