/** Locks that a git which was killed has left: with them nobody could go on in its worktree. */
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

/** Nobody works in the worktree now, so whoever made them is gone. Returns what was removed. */
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

/** A branch is everybody's: a git that packs refs holds it for a moment. */
async function isLeft(lock: string): Promise<boolean> {
  for (const deadline = performance.now() + STALE_AFTER_MS; ; await sleep(20)) {
    const found = statSync(lock, { throwIfNoEntry: false })
    if (found?.isFile() !== true) return false
    const age = Date.now() - found.mtimeMs
    if (age > STALE_AFTER_MS || performance.now() > deadline) return true
  }
}
