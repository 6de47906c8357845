/** The diff of a task, file by file, with the comments of the reviewer. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { TaskId } from '../../../../src/core/value/ids.ts'
import { stateOf } from '../../../../src/core/run/run.ts'
import type { DiffDocument } from '../../../../src/server/served/served-worktrees.ts'
import { isInConflict } from '../../../../src/core/landing/landing-queue.ts'
import { WithQueries } from '../../data/api/with-queries.tsx'
import { useShownRun } from '../../data/live/shown-run.tsx'
import { Button } from '../../parts/button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { say } from '../../parts/toasts.tsx'
import { useAddress } from '../../parts/use-address.ts'
import { ConflictMode } from '../conflict/conflict-mode.tsx'
import type { Comment, Comments } from './comments.ts'
import { withComment } from './comments.ts'
import { DiffTools, type DiffLook } from './diff-tools.tsx'
import { FileDiff } from './file-diff.tsx'
import { FileTree } from './file-tree.tsx'
import { readDiff, type Against } from './read-diff.ts'
import { ReviewBox } from './review-box.tsx'
import { TaskFromLines } from './task-from-lines.tsx'
import { keepViewed, readViewed, viewOf } from './viewed.ts'
import './diff-review.css'

export default function DiffReview({ task }: { readonly task: TaskId }) {
  return (
    <WithQueries>
      <ConflictOrDiff task={task} />
    </WithQueries>
  )
}

/** A delivery in conflict opens with its conflict, which has to be decided before anything can land. */
function ConflictOrDiff({ task }: { readonly task: TaskId }) {
  const { run } = useShownRun()
  const { get, change } = useAddress()
  const state = stateOf(run, task)
  const isConflict = isInConflict(run, task)
  const [isBegun, setBegun] = useState(false)
  useEffect(() => {
    if (isConflict || !isBegun) return
    setBegun(false)
    say(`Somebody else has decided about ${task}; your decisions were not sent.`, TOLD)
  }, [isConflict, isBegun, task])
  if (state.is !== 'review' || !isConflict) return <TaskDiff task={task} />
  const isDiff = get('show') === 'changes'
  return (
    <div>
      <div className="diff-modes" role="group" aria-label="What to show">
        <Button kind="quiet" aria-pressed={!isDiff} onClick={() => change({ show: null })}>
          Conflict
        </Button>
        <Button kind="quiet" aria-pressed={isDiff} onClick={() => change({ show: 'changes' })}>
          Changes
        </Button>
      </div>
      {isDiff ? (
        <TaskDiff task={task} />
      ) : (
        <ConflictMode task={task} delivery={state.delivery} onBegun={setBegun} />
      )}
    </div>
  )
}

const TOLD = { kind: 'refused' } as const

function TaskDiff({ task }: { readonly task: TaskId }) {
  const { run } = useShownRun()
  const { get } = useAddress()
  const against: Against = get('against') === 'target' ? 'target' : 'base'
  // The diff changes with the state of the task, with each attempt, and with the files that it touches.
  const changedBy = [
    stateOf(run, task).is,
    run.attemptsOf.get(task)?.length,
    run.touched.get(task)?.changes,
  ]
  const diff = useQuery({
    queryKey: ['diff', task, against, JSON.stringify(changedBy)],
    queryFn: () => readDiff(task, { against, run: run.id }),
    placeholderData: (old) => old,
  })
  const unread = <ReviewBox task={task} comments={NO_COMMENTS} onSent={() => {}} />
  if (diff.isError)
    return (
      <>
        <p role="alert">{diff.error.message}</p>
        {unread}
      </>
    )
  if (diff.data === undefined) return <p className="loading quiet">Loading …</p>
  if (diff.data === null || diff.data.files.length === 0)
    return (
      <>
        <EmptyState title="Nothing has been changed yet">
          <p>Changes of its agent appear here at once, committed or not.</p>
        </EmptyState>
        {unread}
      </>
    )
  return <Review task={task} diff={diff.data} against={against} />
}

const NO_COMMENTS: Comments = new Map()

interface ReviewProps {
  readonly task: TaskId
  readonly diff: DiffDocument
  readonly against: Against
}

function Review({ task, diff, against }: ReviewProps) {
  const { run } = useShownRun()
  const [look, setLook] = useState<DiffLook>(usualLook)
  const paths = useMemo(() => diff.files.map(({ path }) => path), [diff])
  const [comments, setComments] = useState<Comments>(new Map())
  const [viewed, setViewed] = useState(() => readViewed(localStorage))
  const view = (name: string, isViewed: boolean): void => {
    const next = new Set(viewed)
    if (isViewed) next.add(name)
    else next.delete(name)
    keepViewed(localStorage, next)
    setViewed(next)
  }
  const comment = (written: Comment): void => setComments((before) => withComment(before, written))
  return (
    <div className="diff-review">
      <DiffTools diff={diff} against={against} look={look} onLook={setLook} />
      <div className="diff-columns">
        <FileTree files={diff.files} />
        <div className="diff-files">
          {diff.files.map((file, i) => (
            <FileDiff
              key={`${diff.commit} ${file.path}`}
              {...{ run: run.id, task, file, look, against, comments, comment }}
              isFirst={i < FIRST_SHOWN}
              isViewed={viewed.has(viewOf(task, file))}
              onViewed={(isViewed) => view(viewOf(task, file), isViewed)}
            />
          ))}
          {diff.isCut && <p className="quiet">There are more files than are shown here.</p>}
        </div>
      </div>
      <TaskFromLines paths={paths} />
      <ReviewBox task={task} comments={comments} onSent={() => setComments(new Map())} />
    </div>
  )
}

/** Files after these are rendered when they are opened. */
const FIRST_SHOWN = 20

const usualLook = (): DiffLook => (window.innerWidth < 1100 ? 'unified' : 'split')
