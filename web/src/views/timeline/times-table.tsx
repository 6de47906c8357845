/** The timeline as a table, also for screen readers: each task with its predicted and its actual times. */
import { taskAt } from '../../../../src/core/run/run.ts'
import { useState } from 'react'
import { Link } from 'wouter'
import { formatDuration } from '../../../../src/core/value/duration.ts'
import type { Plan } from '../../../../src/core/plan/plan.ts'
import { Button } from '../../parts/button.tsx'
import { mainBar, type TaskTimes } from './task-times.ts'
import type { TimeBar } from './time-bars.ts'
import './times-table.css'
import { useTaskPath } from '../../data/live/use-task-path.ts'
import { ColumnHeads } from '../../parts/column-heads.tsx'

const AT_ONCE = 200

const COLUMNS = ['Task', 'Agent', 'Predicted', 'Actual', 'Difference']

export function TimesTable({
  plan,
  times,
}: {
  readonly plan: Plan
  readonly times: ReadonlyMap<number, TaskTimes>
}) {
  const [shown, setShown] = useState(AT_ONCE)
  const left = times.size - shown
  return (
    <div className="times-table" role="region" aria-label="Timeline as a table" tabIndex={0}>
      <table>
        <ColumnHeads names={COLUMNS} />
        <tbody>
          {[...times.values()].slice(0, shown).map((one) => (
            <TimesRow key={one.task} times={one} task={taskAt({ plan }, one.task)} />
          ))}
        </tbody>
      </table>
      {left > 0 && (
        <Button onClick={() => setShown(shown + AT_ONCE)}>
          {`Show ${Math.min(left, AT_ONCE)} more of ${left}`}
        </Button>
      )}
    </div>
  )
}

interface TimesRowProps {
  readonly times: TaskTimes
  readonly task: Plan['tasks'][number]
}

function TimesRow({ times, task: { id, name } }: TimesRowProps) {
  const pathOf = useTaskPath()
  const { predicted, attempts, difference } = times
  return (
    <tr>
      <th scope="row">
        <Link href={pathOf(id)}>{name}</Link>
      </th>
      <td>{mainBar(times)?.worker ?? ''}</td>
      <td>{predicted === undefined ? 'added later' : sayStretch(predicted)}</td>
      <td>{sayActual(times)}</td>
      <td>{difference ?? (attempts.length > 0 ? attempts.at(-1)!.told : '')}</td>
    </tr>
  )
}

const sayStretch = (bar: TimeBar): string =>
  `${formatDuration(bar.start)} to ${formatDuration(bar.end)} (${formatDuration(bar.end - bar.start)})`

function sayActual({ attempts, seconds, coming }: TaskTimes): string {
  const [first, last] = [attempts[0], attempts.at(-1)]
  if (first !== undefined && last !== undefined)
    return `${formatDuration(first.start)} to ${formatDuration(last.end)} (${formatDuration(seconds!)})`
  return coming === undefined ? '' : `expected ${sayStretch(coming)}`
}
