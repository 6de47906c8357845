/**
 * Agents can reach the files that we write: whatever an agent has put in the way is moved aside, and
 * nothing is lost.
 */
import { existsSync, lstatSync, mkdirSync, renameSync, statSync } from 'node:fs'

/** Call this before a file is written there: a folder would be an error, and a pipe would block us for ever. */
export function makeWayForFile(path: string): void {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat !== undefined && !stat.isFile()) moveAside(path)
}

/** Makes the folder; a link to a folder counts as one. */
export function makeFolder(path: string): void {
  const isThere = lstatSync(path, { throwIfNoEntry: false }) !== undefined
  if (isThere && !isFolder(path)) moveAside(path)
  mkdirSync(path, { recursive: true, mode: 0o700 })
}

/** Whether the file can be read to its end without waiting. */
export function isPlainFile(path: string): boolean {
  try {
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/**
 * Skips the work when the system refuses it or something is in its way, because that must not end a run.
 * Returns whether the work was done.
 */
export function ifPossible(work: () => void): boolean {
  try {
    work()
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
    return false
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

function moveAside(path: string): void {
  let number = 1
  while (existsSync(`${path}.in-the-way-${number}`)) number++
  renameSync(path, `${path}.in-the-way-${number}`)
}
