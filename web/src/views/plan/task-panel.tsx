/** The selected task of the plan: its facts, and the fields that can be changed. */
import { sayEstimate } from '../../../../src/core/say/say-time-left.ts'
import { taskAt } from '../../../../src/core/run/run.ts'
import { Link } from 'wouter'
import { laneOf } from '../../../../src/core/plan/lanes.ts'
import type { Task } from '../../../../src/core/plan/plan.ts'
import { firstFew } from '../../../../src/core/say/say-wait.ts'
import { Button } from '../../parts/button.tsx'
import { TaskMark } from '../../parts/state-mark.tsx'
import { collisionsOf } from './predicted-collisions.ts'
import { whyFixed } from './edit/propose-change.ts'
import { sayCollision } from './say-task.ts'
import { TaskEditor } from './edit/task-editor.tsx'
import type { ShownPlan, ShownSelection } from './use-plan.ts'
import './task-panel.css'

export function TaskPanel({
  plan,
  selected,
  select,
}: ShownSelection & { readonly selected: number }) {
  const task = taskAt(plan, selected)
  const whyNot = whyNotHere(plan, task)
  return (
    <section className="task-panel" aria-label={`Task ${task.id}`}>
      <header>
        <h2 className="cut" title={task.name}>
          {task.name}
        </h2>
        <Button kind="quiet" aria-label="Select no task" onClick={() => select(null)}>
          ✕
        </Button>
      </header>
      <p className="task-panel-state">
        <TaskMark task={task.id} />
        <code>{task.id}</code>
        {plan.shown.mode !== 'past' && <Link href={`/tasks/${task.id}`}>Open task</Link>}
      </p>
      <Collisions plan={plan} task={selected} />
      {whyNot === null ? (
        <TaskEditor key={task.id} plan={plan} task={task} />
      ) : (
        <>
          <p className="quiet">{`It cannot be changed: ${whyNot}.`}</p>
          <FixedTask task={task} />
        </>
      )}
    </section>
  )
}

function whyNotHere({ shown, run }: ShownPlan, task: Task): string | null {
  switch (shown.mode) {
    case 'past':
      return 'this run is a replay'
    case 'plan':
      return null
    case 'live':
      return whyFixed(run, task.id) ?? (shown.conducted ? null : 'this run is not being conducted')
  }
}

function Collisions({ plan, task }: { readonly plan: ShownPlan; readonly task: number }) {
  const collisions = collisionsOf(plan.collisions, task)
  if (collisions.length === 0) return null
  return (
    <ul className="task-panel-collisions">
      {collisions.slice(0, 6).map((collision) => (
        <li key={collision.tasks.join()} data-over={collision.over}>
          {sayCollision(plan, collision, task)}
        </li>
      ))}
      {collisions.length > 6 && <li className="quiet">{`and ${collisions.length - 6} more`}</li>}
    </ul>
  )
}

function FixedTask({ task }: { readonly task: Task }) {
  const facts: readonly (readonly [string, string])[] = [
    ['Priority', String(task.priority)],
    ['Estimate', sayEstimate(task.estimate)],
    ['After', firstFew(task.dependencies) || 'nothing'],
    ['Files', firstFew(task.files) || 'none predicted'],
    ['Lane', laneOf(task)],
  ]
  return (
    <dl>
      {facts.map(([name, fact]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  )
}
