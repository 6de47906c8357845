/** What we write lies where agents can reach it: whatever one has put in the way is moved aside, and nothing of it is lost. */
import { existsSync, lstatSync, mkdirSync, renameSync, statSync } from 'node:fs'

/** Before a file is written there: a folder would be an error, and a pipe would keep us waiting for ever. */
export function makeWayForFile(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found !== undefined && !found.isFile()) moveAside(path)
}

/** A link to a folder is one. */
export function makeFolder(path: string): void {
  const isThere = lstatSync(path, { throwIfNoEntry: false }) !== undefined
  if (isThere && !isFolder(path)) moveAside(path)
  mkdirSync(path, { recursive: true, mode: 0o700 })
}

/** Whether it can be read to its end now. */
export function isPlainFile(path: string): boolean {
  try {
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** Left out when the machine or something in its way hinders it: nothing of that may end a run. Returns whether it was done. */
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
