/** The state of a task as a shape, a colour and a word: each of them alone is enough. */
import { wordFor, type StandingWord } from '../../../src/core/report/task-standing.ts'
import { stateOf } from '../../../src/core/run/run.ts'
import type { TaskStatus } from '../../../src/core/run/task-state.ts'
import type { TaskId } from '../../../src/core/value/ids.ts'
import { sightOf, useShownRun } from '../data/live/shown-run.tsx'
import './state-mark.css'

/** SVG paths in a box of 16 by 16. */
const SHAPES: Readonly<Record<TaskStatus, string>> = {
  waiting: 'M8 2.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 1 0 0-11M8 5.5V8l2 1.5',
  working: 'M4 2.5l9 5.5l-9 5.5z',
  stuck: 'M8 1.2L14.8 8L8 14.8L1.2 8zM8 4.6v4M8 10.6v.6',
  landing: 'M8 1.5v9M4.5 7L8 10.5L11.5 7M2.5 14h11',
  review: 'M1.2 8Q8 -.4 14.8 8Q8 16.4 1.2 8zM8 5.8a2.2 2.2 0 1 0 0 4.4a2.2 2.2 0 1 0 0-4.4',
  landed: 'M2.5 8.5L6.3 12.3L13.5 4',
  failed: 'M5.2 1.5h5.6L14.5 5.2v5.6L10.8 14.5H5.2L1.5 10.8V5.2zM5.6 5.6l4.8 4.8M10.4 5.6l-4.8 4.8',
  skipped: 'M2.5 3.5L7.5 8L2.5 12.5zM8.5 3.5L13.5 8L8.5 12.5z',
  cancelled: 'M8 2a6 6 0 1 0 0 12a6 6 0 1 0 0-12M3.8 3.8l8.4 8.4',
}

export function StateShape({ status }: { readonly status: TaskStatus }) {
  return (
    <svg className="state-shape" data-state={status} viewBox="0 0 16 16" aria-hidden="true">
      <path d={SHAPES[status]} />
    </svg>
  )
}

export const StateMark = ({
  status,
  children,
}: {
  readonly status: TaskStatus
  readonly children: string
}) => (
  <span className="state-mark" data-state={status}>
    <StateShape status={status} />
    {children}
  </span>
)

export const WordMark = ({ word }: { readonly word: StandingWord }) => (
  <StateMark status={looksLike(word)}>{capital(word)}</StateMark>
)

/** The standing of a task of the shown run. */
export function TaskMark({ task }: { readonly task: TaskId }) {
  const shown = useShownRun()
  const { isConducted } = sightOf(shown, 0)
  return <WordMark word={wordFor(stateOf(shown.run, task), isConducted)} />
}

/** The state whose shape and colour a standing has. */
export function looksLike(word: StandingWord): TaskStatus {
  if (word === 'ready' || word === 'needs you') return 'review'
  return word === 'cut off' ? 'waiting' : word
}

export const capital = (word: string): string => `${word[0]!.toUpperCase()}${word.slice(1)}`
