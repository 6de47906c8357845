/** What git keeps about worktrees, and what is left of that when a git or a Conductor was killed: it serves nobody. */
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { commitId, laneName } from '../../core/value/ids.ts'
import { adminsIn, folderOf, isFolder, unregister } from '../call/registered-worktrees.ts'
import type { Repository } from '../call/repository.ts'
import type { RepositoryLock } from '../call/repository-lock.ts'
import { rescue } from '../keep/rescue.ts'
import { textOf } from '../keep/shared-rules.ts'
import { KEEPING, refsIn, unkeptTips } from '../keep/unkept.ts'

/** Milliseconds: a git that makes a worktree may be at work. */
const STALE = 10 * 60 * 1000

/** Entries that say nothing of a folder: half deleted, or never made in full. */
export const brokenEntries = (repository: Repository): readonly string[] =>
  adminsIn(repository).filter((admin) => isHalfDeleted(admin) || isHalfMade(admin))

const isHalfDeleted = (admin: string): boolean =>
  !existsSync(join(admin, 'gitdir')) && !isYoung(admin) && !existsSync(join(admin, 'locked'))

/** Git locks what it is making, and a git that was killed leaves that. */
function isHalfMade(admin: string): boolean {
  const folder = folderOf(admin)
  const isLeft = textOf(join(admin, 'locked')).trim() === 'initializing'
  return isLeft && !isYoung(admin) && (folder === null || !isFolder(folder))
}

function isYoung(admin: string): boolean {
  const at = statSync(admin, { throwIfNoEntry: false })?.mtimeMs ?? 0
  return Date.now() - at < STALE
}

/** The commit that its HEAD stood on is kept, if nothing else keeps it. */
export async function clearEntry(
  repository: Repository,
  lock: RepositoryLock,
  admin: string,
): Promise<void> {
  const [head] = /^[0-9a-f]{40,64}$/m.exec(textOf(join(admin, 'HEAD'))) ?? []
  const note = { run: null, lane: laneName('worktree'), attempt: null, why: WHY }
  const keepers = (await refsIn(repository, KEEPING)).map(({ object }) => object)
  const heads = head === undefined ? [] : [commitId(head)]
  await rescue(repository, await unkeptTips(repository, heads, keepers), note)
  await lock.hold(async () => unregister(admin))
}

const WHY = 'its worktree was half deleted'
