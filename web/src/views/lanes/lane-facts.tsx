/** Facts about the branch of a lane: its name, how much it changes, how far it is from the target, its last commit. */
import type { Changes } from '../../../../src/core/landing/delivery.ts'
import { deliveryOf, type Run } from '../../../../src/core/run/run.ts'
import { sayCount } from '../../../../src/core/say/say-count.ts'
import type { TaskId } from '../../../../src/core/value/ids.ts'
import type { LaneRow } from '../../../../src/server/served/served-worktrees.ts'
import { useShownRun } from '../../data/live/shown-run.tsx'
import { Ago } from '../../parts/time.tsx'
import type { Lane } from './lane-list.ts'

/** row null: git was not asked yet. */
interface OfBranch {
  readonly row: LaneRow | null
}

export function BranchName({ lane, row }: OfBranch & { readonly lane: Lane }) {
  const { run } = useShownRun()
  const worktree = run.worktrees.get(lane.name!)
  const name = worktree?.branch ?? row?.branch ?? lane.title
  return (
    <code className="cut" title={worktree?.path ?? name}>
      {name}
    </code>
  )
}

/** How many commits the branch is ahead of and behind the target. */
export function Commits({ row }: OfBranch) {
  const isKnown = row !== null && row.ahead !== null && row.behind !== null
  if (!isKnown) return <p className="lane-commits" />
  return (
    <p className="lane-commits">
      <span aria-hidden="true" title={sayCommits(row)}>
        {sayArrows(row)}
      </span>
      <span className="unseen">{sayCommits(row)}</span>
    </p>
  )
}

/** Only what there is, so that a lane that has moved stands out. */
const sayArrows = ({ ahead, behind }: LaneRow): string =>
  [ahead === 0 ? '' : `↑${ahead}`, behind === 0 ? '' : `↓${behind}`].join(' ').trim()

const sayCommits = ({ ahead, behind }: LaneRow): string =>
  `${ahead} ahead of the target, ${behind} behind`

/** The changes of the lane that have not landed, or the changes of its last task. */
export function ChangedLines({ tasks }: { readonly tasks: readonly TaskId[] }) {
  const { run } = useShownRun()
  const changes = tasks.map((task) => changesOf(run, task)).findLast((one) => one !== null)
  if (changes === undefined) return <p className="lane-changed" />
  return (
    <p className="lane-changed" title={sayCount(filesIn(changes), 'file')}>
      <span className="unseen">{sayCount(filesIn(changes), 'file')} </span>
      <span className="lane-added">+{changes.linesAdded}</span>{' '}
      <span className="lane-removed">−{changes.linesDeleted}</span>
    </p>
  )
}

const filesIn = ({ filesCreated, filesChanged }: Changes): number => filesCreated + filesChanged

/** null: no file was changed. */
function changesOf(run: Run, task: TaskId): Changes | null {
  const changes = run.touched.get(task)?.changes ?? deliveryOf(run, task)?.changes ?? null
  return changes === null || filesIn(changes) === 0 ? null : changes
}

export function LastCommit({ row }: { readonly row: LaneRow }) {
  return (
    <p className="lane-commit">
      <code>{row.head!.slice(0, 7)}</code> <span className="lane-subject">{row.subject}</span>{' '}
      <span className="quiet">
        {row.author}
        {row.at !== null && (
          <>
            , <Ago at={row.at} />
          </>
        )}
      </span>
    </p>
  )
}
