/** Creates a database file that only its owner can open, whatever its folder allows. */
import { chmodSync, closeSync, openSync } from 'node:fs'

/** Called before SQLite creates the file: SQLite gives the files beside it (-wal, -shm) the same mode. */
export function makePrivateFile(file: string): void {
  try {
    closeSync(openSync(file, 'a', 0o600))
    // An earlier version may have made the file readable for all users.
    chmodSync(file, 0o600)
  } catch {
    // The file belongs to another user, or the file system has no modes. SQLite will report whether it can be
    // used.
  }
}
