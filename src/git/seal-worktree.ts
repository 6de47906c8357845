/** TEMP stand-in: commits whatever is in a worktree. */
import type { SealRequest, Sealed, Worktree } from '../conduct/worktree-ports.ts'
import { commitId } from '../core/ids.ts'
import { mustGit } from './git-command.ts'
import type { Repository } from './repository.ts'

const NAME = { GIT_AUTHOR_NAME: 'Conductor', GIT_COMMITTER_NAME: 'Conductor' }
const MAIL = { GIT_AUTHOR_EMAIL: 'c@localhost', GIT_COMMITTER_EMAIL: 'c@localhost' }

export async function sealWorktree(
  _repository: Repository,
  worktree: Worktree,
  request: SealRequest,
): Promise<Sealed> {
  const using = { in: worktree.path, environment: { ...NAME, ...MAIL } }
  await mustGit(['add', '--all', '--sparse'], using)
  const leftover = (await mustGit(['status', '--porcelain'], using)) !== ''
  if (leftover)
    await mustGit(
      ['-c', 'core.hooksPath=/dev/null', 'commit', '--quiet', '-m', request.subject],
      using,
    )
  const commit = commitId(await mustGit(['rev-parse', 'HEAD'], using))
  const changes = { filesCreated: 0, filesChanged: 0, linesAdded: 0, linesDeleted: 0 }
  const { branch, base } = worktree
  const delivery = commit === base ? null : { branch, commit, base, changes, leftover }
  return { ok: true, delivery, unresolved: [], notes: [] }
}
