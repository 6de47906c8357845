/** A node of the graph: a task, or a closed batch. */
import { taskAt } from '../../../../../src/core/run/run.ts'
import { memo } from 'react'
import type { Task } from '../../../../../src/core/plan/plan.ts'
import type { StandingWord } from '../../../../../src/core/report/task-standing.ts'
import { capital, looksLike, StateMark, StateShape } from '../../../parts/state-mark.tsx'
import { Button } from '../../../parts/button.tsx'
import { sayBatchSize } from '../say-batch.ts'
import { sayTask, sayTime, wordIn } from '../say-task.ts'
import { FlagSigns } from '../task-flags.tsx'
import type { Node } from './plan-layout.ts'
import type { ShownSelection } from '../use-plan.ts'
import { batchCounts } from '../batch-counts.ts'
import './plan-node.css'

export interface PlanNodeProps extends ShownSelection {
  readonly box: Node
  /** The name of the node, as in `nameOfNode`. */
  readonly node: number
  /** Whether Tab leads to it. */
  readonly isCurrent: boolean
  readonly toggle: (batch: number) => void
}

export function PlanNode({ plan, selected, select, toggle, box, node, isCurrent }: PlanNodeProps) {
  const { cell, x, y, width, height } = box
  const place = { left: x, top: y, width, height }
  if (cell.is === 'batch')
    return (
      <ClosedBatch
        {...{ plan, node, isCurrent, place }}
        tasks={cell.tasks}
        onOpen={() => toggle(cell.batch)}
      />
    )
  const { task } = cell
  return (
    <TaskNode
      task={taskAt(plan, task)}
      word={wordIn(plan, task)}
      description={sayTask(plan, task)}
      time={sayTime(plan, task)}
      {...{ x, y, width, height, node, isCurrent }}
      isSelected={task === selected}
      isOnChain={plan.chain.has(task)}
      isChanged={plan.changed.has(task)}
      onSelect={select}
      index={task}
    />
  )
}

interface TaskNodeProps {
  readonly task: Task
  readonly word: StandingWord
  readonly description: string
  readonly time: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly node: number
  readonly index: number
  readonly isCurrent: boolean
  readonly isSelected: boolean
  readonly isOnChain: boolean
  readonly isChanged: boolean
  readonly onSelect: (task: number) => void
}

/** Rendered again only when something about the task has changed, however often the run changes. */
const TaskNode = memo(function TaskNode(props: TaskNodeProps) {
  const { task, word, description, time, x, y, width, height, node, index } = props
  const { isCurrent, isSelected, isOnChain, isChanged, onSelect } = props
  return (
    <button
      type="button"
      className="plan-node"
      style={{ left: x, top: y, width, height }}
      aria-description={description}
      aria-pressed={isSelected}
      title={description}
      tabIndex={isCurrent ? 0 : -1}
      data-node={node}
      data-task={task.id}
      data-status={looksLike(word)}
      data-chain={isOnChain}
      data-changed={isChanged}
      onClick={() => onSelect(index)}
    >
      <span className="node-name">
        <StateShape status={looksLike(word)} />
        <span className="node-title">{task.name}</span>
        <FlagSigns flags={task.flags} />
      </span>
      <span className="node-facts">
        <span className="cut">{isChanged ? 'changed' : capital(word)}</span>
        <span>{time}</span>
        <span>{`P${task.priority}`}</span>
      </span>
    </button>
  )
}, isSame)

/** `onSelect` is another function each time, but does the same. */
function isSame(before: TaskNodeProps, after: TaskNodeProps): boolean {
  return (Object.keys(after) as (keyof TaskNodeProps)[]).every(
    (key) => key === 'onSelect' || before[key] === after[key],
  )
}

interface ClosedBatchProps {
  readonly plan: ShownSelection['plan']
  readonly tasks: readonly number[]
  readonly place: Readonly<Record<'left' | 'top' | 'width' | 'height', number>>
  readonly node: number
  readonly isCurrent: boolean
  readonly onOpen: () => void
}

function ClosedBatch({ plan, tasks, place, node, isCurrent, onOpen }: ClosedBatchProps) {
  return (
    <div className="plan-batch" style={place}>
      <span>{sayBatchSize(plan.plan, tasks)}</span>
      <span className="batch-counts">
        {batchCounts(plan.run, tasks).map(([status, count]) => (
          <StateMark key={status} status={status}>{`${count}`}</StateMark>
        ))}
      </span>
      <Button data-node={node} tabIndex={isCurrent ? 0 : -1} onClick={onOpen}>
        {`Show ${tasks.length} tasks`}
      </Button>
    </div>
  )
}
