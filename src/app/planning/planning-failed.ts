/** A plan that could not be made: the complaint, and how far planning came. */
import type { PlanMaking } from '../../core/run/plan-making.ts'
import type { RunId } from '../../core/value/ids.ts'
import type { Planned } from '../../planning/make-plan.ts'
import { BAD_INPUT, Complaint, COULD_NOT_GO_ON, INTERRUPTED } from '../console/complain.ts'

const NOTHING_WRITTEN = 'Nothing was written'
const INTERRUPTION = ['planning was interrupted', NOTHING_WRITTEN, INTERRUPTED] as const

export class PlanningInterrupted extends Complaint {
  constructor() {
    super(...INTERRUPTION)
  }
}

export class PlanningFailed extends Complaint {
  readonly making: PlanMaking
  constructor(planned: Extract<Planned, { is: 'failed' }>, making: PlanMaking) {
    const { why, during, says, remedy } = planned
    if (why === 'cancelled') super(...INTERRUPTION)
    else {
      const hint = remedy ?? 'try again, or plan with --offline'
      const code = why === 'requirements' ? BAD_INPUT : COULD_NOT_GO_ON
      super(`${during} failed: ${says}`, `${hint}. ${NOTHING_WRITTEN}`, code)
    }
    this.making = making
  }

  /** The same, where a run records the failure. */
  inRun(run: RunId): Complaint {
    const { message, hint, exitCode } = this
    return new Complaint(`run ${run} failed: ${message}`, hint, exitCode)
  }
}
