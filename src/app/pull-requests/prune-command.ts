/** conductor pr prune: clears away worktrees and branches of merged pull requests, here and on the remote. */
import { sayCount } from '../../core/say/say-count.ts'
import { formatSize } from '../../core/value/size.ts'
import { BAD_INPUT, Complaint, SOME_DID_NOT_LAND } from '../console/complain.ts'
import { canAsk, confirm } from '../console/confirm.ts'
import type { Console } from '../console/console.ts'
import { pathFrom } from '../worktree/worktree-commands.ts'
import { findWorkspace } from '../place/workspace.ts'
import { clearAway, isNothing, lookForUnneeded, type Unneeded } from './prune-pulls.ts'

export interface PruneFlags {
  /** undefined: of all recent runs that have published something. */
  readonly run: string | undefined
  readonly yes: boolean
  readonly dryRun: boolean
}

export async function prunePullsCommand(flags: PruneFlags, console: Console): Promise<number> {
  const { yes, dryRun } = flags
  if (console.json && !yes && !dryRun)
    throw new Complaint(
      '--json cannot ask before something is removed',
      'add --yes to remove it, or --dry-run to see it',
    )
  const workspace = findWorkspace(console.folder)
  const unneeded = await lookForUnneeded(workspace, flags.run)
  if (dryRun || isNothing(unneeded))
    return answer(unneeded, { console, verb: 'Would remove', dryRun })
  if (!yes) {
    console.say([...sayRows(unneeded, console.folder), ''].join('\n'))
    if (!canAsk(console)) {
      console.remark('Nothing was removed; to do it: conductor pr prune --yes')
      return BAD_INPUT
    }
    if (!(await confirm(`Remove ${sayWhat(unneeded)}?`))) {
      console.say('Nothing was removed.')
      return 0
    }
  }
  const cleared = await clearAway(workspace, unneeded)
  return answer(cleared, { console, verb: 'Removed', dryRun })
}

interface HowAnswered {
  readonly console: Console
  readonly verb: string
  readonly dryRun: boolean
}

function answer(found: Unneeded, { console, verb, dryRun }: HowAnswered): number {
  const end = isNothing(found)
    ? 'Nothing is left to clear away.'
    : `${verb} ${sayWhat(found)}, ${formatSize(bytesOf(found))}.`
  console.answer([...sayRows(found, console.folder), end].join('\n'), documentOf(found, dryRun))
  return found.remaining.some(({ isRefused }) => isRefused) ? SOME_DID_NOT_LAND : 0
}

const sayRows = (found: Unneeded, from: string): readonly string[] => [
  ...found.folders.map(({ path, bytes }) => `- ${pathFrom(from, path)}  ${formatSize(bytes)}`),
  ...found.localBranches.map((branch) => `- branch ${branch}`),
  ...found.branches.map(
    ({ remote, branch, number }) => `- branch ${branch} of ${remote}: #${number} is merged`,
  ),
  ...found.gone.map(({ remote, branch }) => `  branch ${branch} of ${remote} is gone already`),
  ...found.folderRemaining.map(({ path, why }) => `  ${pathFrom(from, path)} stays: ${why}`),
  ...found.remaining.map(
    ({ remote, branch, why }) => `  branch ${branch} of ${remote} stays: ${why}`,
  ),
]

const sayWhat = ({ folders, localBranches, branches }: Unneeded): string =>
  [
    sayCount(folders.length, 'folder'),
    sayCount(localBranches.length, 'branch', 'branches'),
    `${sayCount(branches.length, 'branch', 'branches')} of the remote`,
  ].join(', ')

const bytesOf = ({ folders }: Unneeded): number =>
  folders.reduce((sum, { bytes }) => sum + bytes, 0)

const documentOf = (found: Unneeded, dryRun: boolean): object => ({
  removed: found.folders,
  branches: found.localBranches,
  remote_branches: found.branches.map(({ run, lane, remote, branch, commit, number }) => ({
    run,
    lane,
    remote,
    branch,
    commit,
    number,
  })),
  kept: [
    ...found.folderRemaining,
    ...found.remaining.map(({ run, lane, remote, branch, why }) => ({
      run,
      lane,
      remote,
      branch,
      why,
    })),
  ],
  bytes: bytesOf(found),
  dry_run: dryRun,
})
