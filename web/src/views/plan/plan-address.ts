/** The selected task of the plan, and how the plan is shown: both are in the URL, so that a link shows the same. */
import { useAddress, type Address } from '../../parts/use-address.ts'
import { useIsNarrow } from './use-is-narrow.ts'

/** The file that a run is started from when none is named. */
export const TASK_FILE = 'tasks.yaml'

export interface PlanAddress extends Pick<Address, 'change'> {
  readonly as: 'graph' | 'list'
  readonly task: string
  /** The task file whose plan is wanted, relative to the repository; null: that of the run. */
  readonly file: string | null
}

/** A narrow screen shows the list, unless the user chose the graph. */
export function usePlanAddress(): PlanAddress {
  const { get, change } = useAddress()
  const isNarrow = useIsNarrow()
  const chosen = get('as')
  const of = get('of')
  return {
    as: chosen === 'list' || (chosen !== 'graph' && isNarrow) ? 'list' : 'graph',
    task: get('task') ?? '',
    file: of === 'file' ? TASK_FILE : of || null,
    change,
  }
}
