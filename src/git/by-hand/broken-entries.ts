/** Finds and removes incomplete entries about worktrees in `.git`, which a killed git or Conductor has left. */
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { commitId, laneName } from '../../core/value/ids.ts'
import { adminsIn, folderOf, headOf, isFolder, unregister } from '../call/registered-worktrees.ts'
import type { Repository } from '../call/repository.ts'
import type { RepositoryLock } from '../call/repository-lock.ts'
import { keepLogged } from '../keep/keep-logged.ts'
import { rescue } from '../keep/rescue.ts'
import { textOf } from '../keep/shared-rules.ts'
import { KEEPING, refsIn, unkeptTips } from '../keep/unkept.ts'

/** Milliseconds. A younger entry may belong to a git that is making a worktree now. */
const STALE = 10 * 60 * 1000

/** Entries that name no folder: half deleted, or never made in full. */
export const brokenEntries = (repository: Repository): readonly string[] =>
  adminsIn(repository).filter((admin) => isHalfDeleted(admin) || isHalfMade(admin))

const isHalfDeleted = (admin: string): boolean =>
  !existsSync(join(admin, 'gitdir')) && !isYoung(admin) && !existsSync(join(admin, 'locked'))

/** Git locks a worktree while it makes it, and a killed git leaves that lock. */
function isHalfMade(admin: string): boolean {
  const folder = folderOf(admin)
  const isLeft = textOf(join(admin, 'locked')).trim() === 'initializing'
  return isLeft && !isYoung(admin) && (folder === null || !isFolder(folder))
}

function isYoung(admin: string): boolean {
  const at = statSync(admin, { throwIfNoEntry: false })?.mtimeMs ?? 0
  return Date.now() - at < STALE
}

/** Removes an entry. The commits of its HEAD and its log are rescued, unless something else keeps them. */
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
  await keepLogged(repository, { admin, branch: branchIn(admin) }, note)
  await lock.hold(async () => unregister(admin))
}

const branchIn = (admin: string): string => headOf(admin)?.replace(/^refs\/heads\//, '') ?? ''

const WHY = 'its worktree was half deleted'
