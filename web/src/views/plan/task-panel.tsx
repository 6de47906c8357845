/** The selected task of the plan: its facts, and the fields that can be changed. */
import { sayEstimateAndSource } from '../../../../src/core/say/say-time-left.ts'
import { taskAt } from '../../../../src/core/run/run.ts'
import { Link } from 'wouter'
import { laneOf } from '../../../../src/core/plan/lanes.ts'
import type { Task } from '../../../../src/core/plan/plan.ts'
import { firstFew } from '../../../../src/core/say/say-wait.ts'
import { useLive } from '../../data/live/shown-run.tsx'
import { Button } from '../../parts/button.tsx'
import { TaskMark } from '../../parts/state-mark.tsx'
import { PairList } from './edit/pair-list.tsx'
import { TASK_FILE } from './plan-address.ts'
import { canBePaired, whyFixed } from './edit/propose-change.ts'
import { FlagReasons } from './task-flags.tsx'
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
  const { mode } = plan.shown
  // Beside a run, tasks of the task file have no page: it would be that of the run.
  const isAlone = useLive().run === null
  const hasPage = mode === 'live' || (mode === 'plan' && isAlone)
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
        {hasPage && <Link href={`/tasks/${task.id}`}>Open task</Link>}
      </p>
      <FlagReasons task={task} />
      <PairList plan={plan} task={selected} canDecide={canDecide(plan, task)} />
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
      if (!shown.conducted) return null
      return run.source.file === TASK_FILE
        ? 'a run is in progress'
        : `only ${TASK_FILE} can be changed here`
    case 'live':
      return whyFixed(run, task.id) ?? (shown.conducted ? null : 'this run is not being conducted')
  }
}

const canDecide = ({ shown, run }: ShownPlan, { id }: Task): boolean =>
  shown.mode === 'plan' ? !shown.conducted : shown.conducted && canBePaired(run, id)

function FixedTask({ task }: { readonly task: Task }) {
  const facts: readonly (readonly [string, string])[] = [
    ['Priority', String(task.priority)],
    ['Estimate', sayEstimateAndSource(task.estimate)],
    ['After', firstFew(task.dependencies) || 'nothing'],
    ['Files', firstFew(task.files) || 'none named'],
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
