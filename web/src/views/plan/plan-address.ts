/** The selected task of the plan, and how the plan is shown: both are in the URL, so that a link shows the same. */
import { useAddress, type Address } from '../../parts/use-address.ts'
import { useIsNarrow } from './use-is-narrow.ts'

/** The file that a run is started from when none is named. */
export const TASK_FILE = 'tasks.yaml'

export interface PlanAddress extends Pick<Address, 'change'> {
  readonly as: 'graph' | 'list'
  readonly task: string
  /** The plan of the task file is wanted, not that of the run. */
  readonly isOfFile: boolean
}

/** A narrow screen shows the list, unless the user chose the graph. */
export function usePlanAddress(): PlanAddress {
  const { get, change } = useAddress()
  const isNarrow = useIsNarrow()
  const chosen = get('as')
  return {
    as: chosen === 'list' || (chosen !== 'graph' && isNarrow) ? 'list' : 'graph',
    task: get('task') ?? '',
    isOfFile: get('of') === 'file',
    change,
  }
}
