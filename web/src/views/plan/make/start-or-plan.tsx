/** The next step before the first run: start the existing plan, or make a first one. */
import { openStart } from '../../../act/new-work.ts'
import { usePlanFile } from '../../../act/use-plan-file.ts'
import { Button } from '../../../parts/button.tsx'
import { NewPlanButton } from './new-plan-button.tsx'

export function StartOrPlan() {
  const plan = usePlanFile(true)
  if (plan === null) return null
  if (plan.is !== 'plan') return <NewPlanButton kind="primary" />
  return (
    <Button kind="primary" onClick={() => openStart()}>
      Start the plan
    </Button>
  )
}
