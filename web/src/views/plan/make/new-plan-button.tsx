/** The button that opens the dialog for a new plan. */
import { openNewPlan } from '../../../act/new-plan.ts'
import { Button, type ButtonProps } from '../../../parts/button.tsx'
import { useShortcuts } from '../../../parts/keys/shortcuts.ts'

export function NewPlanButton({ kind = 'plain' }: Pick<ButtonProps, 'kind'>) {
  useShortcuts([{ keys: 'n', label: 'New plan', group: 'Plan', run: openNewPlan }])
  return (
    <Button kind={kind} aria-keyshortcuts="n" onClick={openNewPlan}>
      New plan
    </Button>
  )
}
