/** Removes locks that a killed git has left: with them nobody could go on in its worktree. */
import { existsSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Repository } from '../call/repository.ts'

interface Locked {
  readonly repository: Repository
  /** null: git keeps nothing about the worktree any more. */
  readonly admin: string | null
  readonly branch: string
}

/** Nobody works in the worktree now, so the processes that made its locks are gone. Returns what was removed. */
export async function clearLocks({
  repository,
  admin,
  branch,
}: Locked): Promise<readonly string[]> {
  const own = admin === null ? [] : OWN.filter((name) => existsSync(join(admin, name)))
  for (const name of own) rmSync(join(admin!, name), { recursive: true, force: true })
  const ofBranch = join(repository.common, 'refs', 'heads', `${branch}.lock`)
  if (!(await isLeft(ofBranch))) return own
  rmSync(ofBranch, { force: true })
  return [...own, 'lock of its branch']
}

const OWN = ['index.lock', 'HEAD.lock', 'logs/HEAD.lock']

const STALE_AFTER_MS = 1000

/**
 * Any git may lock a branch, for example for a moment when it packs refs; so this waits until the lock is
 * a second old.
 */
async function isLeft(lock: string): Promise<boolean> {
  for (const deadline = performance.now() + STALE_AFTER_MS; ; await sleep(20)) {
    const stat = statSync(lock, { throwIfNoEntry: false })
    if (stat?.isFile() !== true) return false
    const age = Date.now() - stat.mtimeMs
    if (age > STALE_AFTER_MS || performance.now() > deadline) return true
  }
}
