/** The page of a task: what it is to do, how it stands, its transcript, diff, checks and attempts. */
import { Suspense } from 'react'
import { Link } from 'wouter'
import { isTaskId, type TaskId } from '../../../../src/core/value/ids.ts'
import { attemptsAt, stateOf } from '../../../../src/core/run/run.ts'
import type { TaskStatus } from '../../../../src/core/run/task-state.ts'
import { useShownRun } from '../../data/live/shown-run.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { useAddress } from '../../parts/use-address.ts'
import { AttemptList } from './attempt-list.tsx'
import { TaskFacts } from './task-facts.tsx'
import { TaskHead } from './task-head.tsx'
import { TaskWork } from './task-work.tsx'
import { TASK_TABS, type TaskTab } from './task-tabs.ts'
import { Transcript } from './transcript/transcript.tsx'
import './task-page.css'
import { useTaskPath } from '../../data/live/use-task-path.ts'
import { loadWhenShown } from '../../parts/load-when-shown.ts'

const TaskChecks = loadWhenShown(() => import('./task-checks.tsx'))
const DiffReview = loadWhenShown(() => import('../diff/diff-review.tsx'))

export default function TaskPage({ task }: { readonly task: string }) {
  const { run, mode } = useShownRun()
  if (!isTaskId(task) || !run.graph.indexOf.has(task))
    return (
      <EmptyState title={`There is no task ${task} in this run`}>
        <Link href={mode === 'past' ? `/runs/${run.id}/board` : '/board'}>Back to the board</Link>
      </EmptyState>
    )
  return <KnownTask task={task} />
}

function KnownTask({ task }: { readonly task: TaskId }) {
  const { run } = useShownRun()
  const pathOf = useTaskPath()
  const { get } = useAddress()
  const isTried = attemptsAt(run, task).length > 0
  const chosen = TASK_TABS.find(([name]) => name === get('tab'))?.[0]
  const tab: TaskTab = chosen ?? firstTab(stateOf(run, task).is, isTried)
  return (
    <article className="task-page">
      <TaskHead task={task} tab={tab} />
      <div className="task-columns">
        <section className="task-main">
          <nav className="task-tabs" aria-label="About this task">
            {TASK_TABS.map(([name, label]) => (
              <Link
                key={name}
                href={`${pathOf(task)}?tab=${name}`}
                replace
                aria-current={name === tab ? 'page' : undefined}
              >
                {label}
              </Link>
            ))}
          </nav>
          <Suspense fallback={<p className="loading quiet">Loading …</p>}>
            <TabContent task={task} tab={tab} />
          </Suspense>
        </section>
        <aside className="task-aside" aria-label="Facts">
          <TaskFacts task={task} />
        </aside>
      </div>
    </article>
  )
}

/** A task in review opens with its diff, which the user has to decide about; a link to #guidance leads to the composer. */
function firstTab(state: TaskStatus, isTried: boolean): TaskTab {
  if (location.hash === '#guidance') return 'transcript'
  if (state === 'review') return 'diff'
  return isTried ? 'transcript' : 'work'
}

function TabContent({ task, tab }: { readonly task: TaskId; readonly tab: TaskTab }) {
  switch (tab) {
    case 'work':
      return <TaskWork task={task} />
    case 'transcript':
      return <Transcript task={task} />
    case 'diff':
      return <DiffReview task={task} />
    case 'checks':
      return <TaskChecks task={task} />
    case 'attempts':
      return <AttemptList task={task} />
  }
}
