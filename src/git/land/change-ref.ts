/** Moves refs by compare-and-swap, and removes locks that a crashed git has left behind. */
import { rmSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRunningSince } from '../../processes/running-since.ts'
import { DURABLY } from '../call/durable.ts'
import { askGit, GitRefused, runGit, type GitEnd } from '../call/git-command.ts'
import type { Repository } from '../call/repository.ts'
import { sayMissing } from '../call/say-missing.ts'

export interface RefChange {
  /** The full name of the ref. */
  readonly ref: string
  /** The commit to move the ref to; null: the ref is deleted. */
  readonly to: string | null
  /** The commit that the ref must be at; null: the ref must not exist. Left out: it does not matter. */
  readonly from?: string | null
  /** The message for the reflog; without a message, no reflog is begun. */
  readonly reason?: string
  /** Another ref that is moved to the same commit in the same transaction. */
  readonly also?: string
  /** Refs that keep commits, and are written in the same transaction. */
  readonly keep?: readonly { readonly ref: string; readonly to: string }[]
}

export interface RefOptions {
  readonly repository: Repository
  /** Is called with a sentence about everything that was repaired on the way. */
  readonly onNote: (sentence: string) => void
  /** How long to wait for a lock, in milliseconds; 15,000 by default. */
  readonly patience?: number
}

/** Milliseconds. A lock younger than this is waited for, never removed. */
const STALE = 10_000

/** false: the ref was not at `from`, and nothing was changed. Throws GitRefused. */
export async function changeRef(change: RefChange, options: RefOptions): Promise<boolean> {
  const { repository, onNote, patience = 15_000 } = options
  const args = argumentsFor(change)
  const input = isTransaction(change) ? instructions(change) : ''
  const deadline = performance.now() + patience
  let killed = 0
  for (;;) {
    const end = await askGit(args, { in: repository.root, input }).catch(endOfKilled)
    if (end.code === 0) return true
    const at = await placeOf(change, repository)
    if (end.signal && at === change.to) return true
    if (end.signal && ++killed < MOST_KILLED) continue
    if (change.from !== undefined && at !== change.from) return false
    const lock = /Unable to create '(.*\.lock)': File exists/s.exec(end.stderr)?.[1]
    if (lock === undefined) throw new GitRefused(args, end, sayMissing(end.stderr))
    if (isLeft(lock)) removeLock(lock, onNote)
    else if (performance.now() > deadline) throw new GitRefused(args, end, sayLocked(lock))
    else await sleep(100)
  }
}

const MOST_KILLED = 3

/**
 * A git that was killed may have moved the ref all the same, so its end is returned and the caller looks
 * at the ref.
 */
function endOfKilled(error: unknown): GitEnd {
  if (error instanceof GitRefused && error.end.signal) return error.end
  throw error
}

/** The old value that tells git that a ref must not exist. */
const NOTHING = ''

const isTransaction = ({ also, keep }: RefChange): boolean =>
  also !== undefined || keep !== undefined

/** Git moves all refs or none. */
const instructions = ({ ref, to, from, also, keep = [] }: RefChange): string => {
  const was = from === undefined ? '' : ` ${from ?? '0'.repeat(to!.length)}`
  const beside = [...(also === undefined ? [] : [{ ref: also, to }]), ...keep]
  const lines = beside.map((one) => `option no-deref\nupdate ${one.ref} ${one.to}\n`)
  return `option no-deref\nupdate ${ref} ${to}${was}\n${lines.join('')}`
}

function argumentsFor(change: RefChange): readonly string[] {
  const { ref, to, from, reason } = change
  const was = from === undefined ? [] : [from ?? NOTHING]
  const log = reason === undefined ? [] : ['--create-reflog', '-m', `conductor: ${reason}`]
  const words = to === null ? ['-d', ref, ...was] : [...log, ref, to, ...was]
  const how = isTransaction(change) ? [...log, '--stdin'] : ['--no-deref', ...words]
  return [...DURABLY, 'update-ref', ...how]
}

/** The commit that the ref is at; null: the ref does not exist. */
async function placeOf({ ref }: RefChange, { root }: Repository): Promise<string | null> {
  const at = await runGit(['rev-parse', '--verify', '--quiet', ref], { in: root })
  return at?.trim() ?? null
}

/** The lock is old, and no git that could have made it is still running. */
export function isLeft(lock: string): boolean {
  const madeAt = statSync(lock, { throwIfNoEntry: false })?.mtimeMs
  return madeAt !== undefined && Date.now() - madeAt > STALE && !isRunningSince('git', madeAt)
}

function removeLock(lock: string, onNote: (sentence: string) => void): void {
  rmSync(lock, { force: true })
  onNote(`removed ${lock}, which a git that is gone had left behind`)
}

const sayLocked = (lock: string): string =>
  `${lock} is in the way: another git holds it, or has crashed; once no git is running here it can be deleted`
