/** Keeps the commits that only the logs of a worktree name: amended, reset or left there. Git forgets these logs with the worktree. */
import { KEEPING, PUBLISHED, refsIn, unkeptTips } from './unkept.ts'
import { commitsMade } from './commits-made.ts'
import { rescue, type RescueNote } from './rescue.ts'
import type { Repository } from '../call/repository.ts'

export interface Logged {
  /** The folder that git keeps about the worktree. */
  readonly admin: string
  /** Its branch, whose log may be deleted too. */
  readonly branch: string
}

/** Returns the refs that keep the commits; null when branches, rescues, tags and remotes reach them all. */
export async function keepLogged(
  repository: Repository,
  { admin, branch }: Logged,
  note: RescueNote,
): Promise<string | null> {
  const git = { repository, admin, in: repository.common, environment: {} }
  const { made, visited } = await commitsMade(git, branch)
  const keepers = await refsIn(repository, [...KEEPING, ...PUBLISHED])
  const lost = await unkeptTips(
    repository,
    [...made, ...visited],
    keepers.map(({ object }) => object),
  )
  return rescue(repository, lost, note)
}
