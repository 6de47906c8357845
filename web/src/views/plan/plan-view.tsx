/** The plan view: dependencies, predicted collisions, and what a draft would come to. */
import { taskAt } from '../../../../src/core/run/run.ts'
import { taskId } from '../../../../src/core/value/ids.ts'
import { useShownRun } from '../../data/live/shown-run.tsx'
import { EmptyArt } from '../../parts/empty-art.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { DraftBox } from './edit/draft-box.tsx'
import { GraphView } from './graph/graph-view.tsx'
import { NewPlanButton } from './make/new-plan-button.tsx'
import { PlanList } from './plan-list.tsx'
import { usePlanAddress } from './plan-address.ts'
import { PlanOfFile } from './plan-of-file.tsx'
import { PlanTools } from './plan-tools.tsx'
import { TaskPanel } from './task-panel.tsx'
import { useShownPlan } from './use-plan.ts'
import './plan-view.css'

export default function PlanView() {
  const { mode } = useShownRun()
  const { file } = usePlanAddress()
  if (mode === 'live' && file !== null)
    return (
      <PlanOfFile key={file} file={file}>
        <ShownPlan />
      </PlanOfFile>
    )
  return <ShownPlan />
}

function ShownPlan() {
  const plan = useShownPlan()
  const address = usePlanAddress()
  const selected = plan.graph.indexOf.get(taskId(address.task)) ?? null
  if (plan.plan.tasks.length === 0) return <NoPlan />
  const select = (task: number | null): void =>
    address.change({ task: task === null ? null : taskAt(plan, task).id })
  const shown = { plan, selected, select }
  return (
    <div className="plan">
      <h1 className="unseen">Plan</h1>
      {address.as === 'list' ? (
        <div className="plan-main">
          <PlanTools {...{ address, plan }} />
          <PlanList {...shown} />
        </div>
      ) : (
        <GraphView {...shown} address={address} />
      )}
      <aside className="plan-side" aria-label="Changes">
        <DraftBox {...shown} />
        {selected !== null && <TaskPanel key={address.task} {...shown} selected={selected} />}
      </aside>
    </div>
  )
}

const NoPlan = () => (
  <EmptyState title="No plan yet" art={<EmptyArt name="plan" />}>
    <p>Here you will see which tasks can run at the same time, and what each one waits for.</p>
    <NewPlanButton kind="primary" />
  </EmptyState>
)
