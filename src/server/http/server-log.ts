/** The log of errors inside the server, for its user. Clients are told only the number of an entry. */
import { randomBytes } from 'node:crypto'
import { appendFileSync, renameSync, statSync } from 'node:fs'
import { maskSecrets } from '../../core/text/secrets.ts'

/** Writes down what was tried and the error. Returns the number of the entry. */
export type Report = (tried: string, error: unknown) => string

const MOST_BYTES = 1_000_000

/** Keeps less than two megabytes in two files, readable by this user only; keys and the given secrets are masked. */
export function openServerLog(file: string, secrets: readonly string[]): Report {
  return (tried, error) => {
    const number = randomBytes(4).toString('hex')
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error)
    const text = `${new Date().toISOString()} ${number} ${tried}: ${shortened(detail)}`
    append(file, `${harmless(masked(text, secrets))}\n`)
    return number
  }
}

/** An error may quote a request of megabytes. */
const shortened = (detail: string): string =>
  detail.length <= LONGEST_DETAIL
    ? detail
    : `${detail.slice(0, LONGEST_DETAIL)} ... (${detail.length} characters)`

const LONGEST_DETAIL = 20_000

/** A path in a request can hold anything: it must not begin a line of the log or send control codes to a terminal. */
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
    // The disk is full or the folder is gone: a failure to log must not end anything, least of all the run.
  }
}
