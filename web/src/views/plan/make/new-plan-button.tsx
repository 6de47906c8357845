/** The button that opens the dialog for a new plan. */
import { openNewPlan } from '../../../act/new-work.ts'
import { Button, type ButtonProps } from '../../../parts/button.tsx'

export function NewPlanButton({ kind = 'plain' }: Pick<ButtonProps, 'kind'>) {
  return (
    <Button kind={kind} aria-keyshortcuts="n" onClick={openNewPlan}>
      New plan
    </Button>
  )
}
