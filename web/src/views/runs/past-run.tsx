/** One run: its summary, and its views at any moment, chosen by a slider. */
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import type { Event } from '../../../../src/core/run/event.ts'
import type { Run } from '../../../../src/core/run/run.ts'
import { sayEndAndCost } from '../../../../src/core/say/say-end-state.ts'
import { Board } from '../board/board.tsx'
import { ShowRun, useLive, type ShownRun } from '../../data/live/shown-run.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { openReplay } from './replay.ts'
import { readEvents, readSummary } from './run-documents.ts'
import { RunSummary } from './run-summary.tsx'
import { Scrubber } from './scrubber.tsx'
import { loadWhenShown } from '../../parts/load-when-shown.ts'
import './past-run.css'

const RunResult = loadWhenShown(() => import('../result/run-result.tsx'))
const Costs = loadWhenShown(() => import('../costs/costs-view.tsx'))
const Stages = loadWhenShown(() => import('../costs/stages.tsx'))
const Quality = loadWhenShown(() => import('../costs/quality-view.tsx'))
const TaskPage = loadWhenShown(() => import('../task/task-page.tsx'))
const Lanes = loadWhenShown(() => import('../lanes/lanes.tsx'))
const Timeline = loadWhenShown(() => import('../timeline/timeline.tsx'))
const Pulls = loadWhenShown(() => import('../pulls/pulls.tsx'))

const TABS = [
  ['summary', 'Summary'],
  ['costs', 'Costs'],
  ['quality', 'Quality'],
  ['board', 'Board'],
  ['lanes', 'Lanes'],
  ['timeline', 'Timeline'],
  ['pull-requests', 'Pull requests'],
] as const

const OVER: ReadonlySet<string> = new Set(['completed', 'failed', 'cancelled'])

export interface PastRunProps {
  readonly run: string
  readonly view: string
  /** With the view `tasks`: the task whose page is shown. */
  readonly task: string | undefined
}

export function PastRun({ run, view, task }: PastRunProps) {
  const { run: live, conducted } = useLive()
  // A live run is read as it is now, again when it has ended, and again when another one has begun.
  const isLive = live !== null && live.id === run
  const ended = isLive ? live.ended : null
  const standing = isLive ? (ended ?? 'going on') : 'past'
  const changedBy = isLive ? `${live.sequence} ${conducted}` : ''
  const summary = useQuery({
    queryKey: ['run', run, standing],
    queryFn: () => readSummary(run),
    staleTime: 0,
    placeholderData: (old, before) => (before?.queryKey[1] === run ? old : undefined),
  })
  const events = useQuery({
    queryKey: ['events', run, standing],
    queryFn: () => readEvents(run),
    staleTime: 0,
    placeholderData: (old, before) => (before?.queryKey[1] === run ? old : undefined),
  })
  const failed = summary.error ?? events.error
  if (failed !== null)
    return (
      <div role="alert">
        <EmptyState title={failed.message}>
          <Link href="/runs">All runs</Link>
        </EmptyState>
      </div>
    )
  if (summary.data === undefined || events.data === undefined)
    return <p className="loading quiet">Loading …</p>
  return (
    <div className="past-run">
      <header>
        <h1>
          <Link href="/runs">Runs</Link> / Run {run}
        </h1>
        <nav aria-label={`Views of run ${run}`}>
          {TABS.map(([path, name]) => (
            <Link
              key={path}
              href={`/runs/${run}/${path}`}
              aria-current={path === view ? 'page' : undefined}
            >
              {name}
            </Link>
          ))}
        </nav>
      </header>
      {view === 'summary' ? (
        <RunSummary summary={summary.data}>
          <RunResult run={run} changedBy={changedBy} isGoing={isLive && ended === null} isWhole />
        </RunSummary>
      ) : view === 'costs' ? (
        <Costs
          run={run}
          changedBy={`${summary.data.tokens} ${summary.data.status}`}
          ended={OVER.has(summary.data.status) ? sayEndAndCost(summary.data) : null}
        >
          <Stages summary={summary.data} />
        </Costs>
      ) : view === 'quality' ? (
        <Quality summary={summary.data} />
      ) : (
        <Replayed events={events.data} view={view} task={task} />
      )}
    </div>
  )
}

interface ReplayedProps extends Omit<PastRunProps, 'run'> {
  readonly events: readonly Event[]
}

function Replayed({ events, view, task }: ReplayedProps) {
  const replay = useMemo(() => openReplay(events), [events])
  /** The number of events that the user chose; null: all there are by now. */
  const [moved, setCount] = useState<number | null>(null)
  const count = Math.min(moved ?? events.length, events.length)
  const run = useMemo(() => replay.at(count), [replay, count])
  return (
    <>
      <Scrubber replay={replay} count={count} run={run} onMove={setCount} />
      <Moment run={run} count={count}>
        <PastView view={view} task={task} />
      </Moment>
    </>
  )
}

function PastView({ view, task }: Pick<PastRunProps, 'view' | 'task'>) {
  if (view === 'tasks' && task !== undefined) return <TaskPage key={task} task={task} />
  if (view === 'lanes') return <Lanes />
  if (view === 'pull-requests') return <Pulls />
  return view === 'timeline' ? <Timeline /> : <Board />
}

interface MomentProps {
  readonly run: Run
  readonly count: number
  readonly children: ReactNode
}

function Moment({ run, count, children }: MomentProps) {
  const shown = useMemo(
    (): ShownRun => ({
      run,
      version: count,
      mode: 'past',
      conducted: false,
      frozen: null,
      now: () => run.lastEventAt,
    }),
    [run, count],
  )
  return (
    <section className="past-view" aria-label="The run at this moment">
      <ShowRun value={shown}>{children}</ShowRun>
    </section>
  )
}
