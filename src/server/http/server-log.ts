/** What went wrong inside the server, for whoever looks after it. Clients are told no more than its number. */
import { randomBytes } from 'node:crypto'
import { appendFileSync, renameSync, statSync } from 'node:fs'
import { maskSecrets } from '../../core/text/secrets.ts'

/** Writes down what was tried and what came of it. Returns the number under which it is found again. */
export type Report = (tried: string, error: unknown) => string

const MOST_BYTES = 1_000_000

/** Below two megabytes, in two files; readable by this user only, and without keys or any of the secrets. */
export function openServerLog(file: string, secrets: readonly string[]): Report {
  return (tried, error) => {
    const number = randomBytes(4).toString('hex')
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error)
    const text = `${new Date().toISOString()} ${number} ${tried}: ${detail}`
    append(file, `${harmless(masked(text, secrets))}\n`)
    return number
  }
}

/** A path can hold anything: it begins no line of its own, and does nothing to a terminal. */
const harmless = (text: string): string =>
  text.replaceAll(/[\x00-\x09\x0b-\x1f\x7f]/g, '?').replaceAll('\n', '\n  ')

const masked = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((rest, secret) => rest.replaceAll(secret, '********'), maskSecrets(text))

function append(file: string, text: string): void {
  try {
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
    if (size > MOST_BYTES) renameSync(file, `${file}.1`)
    appendFileSync(file, text, { mode: 0o600 })
  } catch {
    // A full disk, or a folder that is gone: nobody may fall over what went wrong, least of all the run.
  }
}
