/** The status of a worktree in words, and what would be kept of it when it is removed. */
import type { WorktreeRow } from '../../../../../src/server/served/served-worktrees.ts'
import { sayCount } from '../../../../../src/core/say/say-count.ts'

/** The last part of its path, which is what users call it. */
export const folderName = (path: string): string => path.split(/[/\\]/).findLast(Boolean) ?? path

export const sayStatus = (status: string): string => STATUSES[status] ?? status

const STATUSES: Readonly<Record<string, string>> = {
  checkout: 'your own checkout',
  check: 'worktree for checks',
  foreign: "someone else's",
  gone: 'its folder is gone',
  opening: 'being made',
  working: 'in use',
  sealed: 'its work is committed',
  kept: 'kept for its lane',
  pooled: 'spare',
  manual: 'made by hand',
  'branch-only': 'only its branch is left',
}

/** Only worktrees that Conductor has made may be removed from this page. */
export const isOurs = ({ lane, status }: WorktreeRow): boolean =>
  lane !== null && status !== 'checkout' && status !== 'foreign'

export function whatIsKept({ ahead, dirty, branch }: WorktreeRow): string {
  const kept = [
    ...(dirty ? ['uncommitted files are kept in rescue'] : []),
    ...((ahead ?? 0) > 0
      ? [`${sayCount(ahead!, 'commit')} that the target lacks stay on ${branch ?? 'rescue'}`]
      : []),
  ]
  return kept.length === 0
    ? 'Nothing is lost: the target already has all its work. Its folder is removed.'
    : `Nothing is lost: ${kept.join(', and ')}. Its folder is removed; \`conductor rescue\` lists the kept work.`
}
