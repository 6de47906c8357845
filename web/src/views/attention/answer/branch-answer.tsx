/** The button that accepts a moved branch; the command that puts it back is typed in a terminal. */
import type { MovedBranch } from '../../../../../src/core/landing/branch-moves.ts'
import { doAsk } from '../../../act/do-ask.ts'
import { useShownRun } from '../../../data/live/shown-run.tsx'
import { Button } from '../../../parts/button.tsx'
import { useOneAtATime } from './use-one-at-a-time.ts'

export interface BranchAnswerProps {
  readonly move: MovedBranch
  onDone(): void
}

export function BranchAnswer({ move: { branch }, onDone }: BranchAnswerProps) {
  const { run } = useShownRun()
  const { isBusy, once } = useOneAtATime(onDone)
  return (
    <div className="need-buttons" aria-busy={isBusy}>
      <Button onClick={() => once(() => doAsk(run, { ask: 'accept-branch', branch }))}>
        Accept it
      </Button>
    </div>
  )
}
