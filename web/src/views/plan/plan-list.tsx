/** The plan as a list, batch by batch, for narrow screens and screen readers. */
import { taskAt } from '../../../../src/core/run/run.ts'
import { useState } from 'react'
import { formatEstimate } from '../../../../src/core/value/duration.ts'
import { firstFew } from '../../../../src/core/say/say-wait.ts'
import { Button } from '../../parts/button.tsx'
import { TaskMark } from '../../parts/state-mark.tsx'
import { ColumnHeads } from '../../parts/column-heads.tsx'
import { BatchButton } from './batch-button.tsx'
import type { ShownSelection } from './use-plan.ts'
import { parallelOf, sayBatchSize, sayParallel } from './say-batch.ts'
import { FlagBadges } from './task-flags.tsx'
import './plan-list.css'

const BATCHES_AT_ONCE = 50
const TASKS_AT_ONCE = 100

const COLUMNS = ['Task', 'State', 'Priority', 'Estimate', 'After']

export function PlanList(shown: ShownSelection) {
  const { batches } = shown.plan
  const [count, setCount] = useState(BATCHES_AT_ONCE)
  return (
    <div className="plan-list">
      {batches.slice(0, count).map((tasks, batch) => (
        <ListedBatch key={batch} {...shown} {...{ tasks, batch }} />
      ))}
      <More
        of={batches.length}
        shown={count}
        what="batches"
        onMore={setCount}
        step={BATCHES_AT_ONCE}
      />
    </div>
  )
}

interface ListedBatchProps extends ShownSelection {
  readonly tasks: readonly number[]
  readonly batch: number
}

function ListedBatch({ plan, selected, select, tasks, batch }: ListedBatchProps) {
  const [count, setCount] = useState(TASKS_AT_ONCE)
  const title = `batch-${batch + 1}`
  const size = sayBatchSize(plan.plan, tasks)
  const parallel = parallelOf(plan, batch, plan.run.agents)
  return (
    <section aria-labelledby={title}>
      <header>
        <h2 id={title}>{`Batch ${batch + 1}`}</h2>
        <span className="quiet">
          {tasks.length === 1 ? size : `${size}; ${sayParallel(parallel)}`}
        </span>
        <span className="spring" />
        <BatchButton plan={plan} batch={batch} />
      </header>
      <table>
        <ColumnHeads names={COLUMNS} isUnseen={batch !== 0} />
        <tbody>
          {tasks.slice(0, count).map((task) => (
            <ListedTask key={task} {...{ plan, selected, select, task }} />
          ))}
        </tbody>
      </table>
      <More of={tasks.length} shown={count} what="tasks" onMore={setCount} step={TASKS_AT_ONCE} />
    </section>
  )
}

function ListedTask({ plan, selected, select, task }: ShownSelection & { readonly task: number }) {
  const { id, name, priority, estimate, dependencies, flags } = taskAt(plan, task)
  return (
    <tr data-selected={task === selected}>
      <th scope="row">
        <button type="button" aria-pressed={task === selected} onClick={() => select(task)}>
          {name}
        </button>
        {flags.length > 0 && (
          <span className="list-flags">
            <FlagBadges flags={flags} />
          </span>
        )}
        {plan.chain.has(task) && <span className="list-sign">longest chain</span>}
        {plan.changed.has(task) && <span className="list-sign">changed</span>}
      </th>
      <td>
        <TaskMark task={id} />
      </td>
      <td>{priority}</td>
      <td>{formatEstimate(estimate.seconds)}</td>
      <td>{firstFew(dependencies)}</td>
    </tr>
  )
}

interface MoreProps {
  readonly of: number
  readonly shown: number
  readonly what: string
  readonly step: number
  readonly onMore: (count: number) => void
}

function More({ of, shown, what, step, onMore }: MoreProps) {
  const left = of - shown
  if (left <= 0) return null
  return (
    <Button onClick={() => onMore(shown + step)}>
      {`Show ${Math.min(left, step)} more of ${left} ${what}`}
    </Button>
  )
}
