/**
 * A JSON file that Conductor writes and other programs may write, too. The text that Conductor wrote last tells
 * whose the content is.
 */
import {
  closeSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { jsonFields } from '../core/value/json-fields.ts'
import { ifPossible, makeFolder, makeWayForFile } from '../processes/make-way.ts'

export type Found =
  /** The file is as Conductor left it, or does not exist. */
  | { readonly is: 'ours' }
  /** The file is not JSON: a program is writing it right now, or has damaged it. */
  | { readonly is: 'half' }
  | { readonly is: 'theirs'; readonly fields: Readonly<Record<string, unknown>> }

/** A larger file is no session file. */
const LARGEST = 1_000_000

/** ours: the text that Conductor wrote last; null: none yet. */
export function lookAt(file: string, ours: string | null): Found {
  const text = textIn(file)
  if (text === null || text === ours) return { is: 'ours' }
  const fields = jsonFields(text)
  return fields === null ? { is: 'half' } : { is: 'theirs', fields }
}

/** null: there is no readable regular file; reading a pipe would block for ever. */
export function textIn(file: string): string | null {
  try {
    const stats = statSync(file)
    return stats.isFile() && stats.size <= LARGEST ? readFileSync(file, 'utf8') : null
  } catch {
    return null
  }
}

/**
 * Replaces the file as a whole, so that no program reads half of it (on a full disk, it is overwritten in
 * place), and makes it readable for this user only. Returns the new content; null: the file could not be
 * written, because of the machine or of what an agent has done there. Neither may end a run.
 */
export function replace(file: string, fields: object): string | null {
  const text = `${JSON.stringify(fields, null, 2)}\n`
  const isWritten = ifPossible(() => {
    makeFolder(dirname(file))
    for (const path of [file, `${file}.new`]) makeWayForFile(path)
    writeFileSync(`${file}.new`, text, { mode: 0o600 })
    renameSync(`${file}.new`, file)
  })
  return isWritten || isWrittenOver(file, text) ? text : null
}

/** A full disk has no room for another file, but this file can be overwritten with a text that is not longer. */
function isWrittenOver(file: string, text: string): boolean {
  const length = Buffer.byteLength(text)
  let isDone = false
  ifPossible(() => {
    const stats = lstatSync(file)
    if (!stats.isFile() || stats.size < length) return
    const open = openSync(file, 'r+')
    try {
      writeSync(open, text)
      ftruncateSync(open, length)
    } finally {
      closeSync(open)
    }
    isDone = true
  })
  return isDone
}
