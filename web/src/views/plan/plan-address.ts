/** What of the plan is shown, and how: it is in the address, so that it can be sent to somebody. */
import { useAddress, type Address } from '../../parts/use-address.ts'
import { useIsNarrow } from './use-is-narrow.ts'

export interface PlanAddress extends Pick<Address, 'change'> {
  readonly as: 'graph' | 'list'
  readonly task: string
}

/** A narrow screen has a list unless somebody wants the graph. */
export function usePlanAddress(): PlanAddress {
  const { get, change } = useAddress()
  const isNarrow = useIsNarrow()
  const said = get('as')
  return {
    as: said === 'list' || (said !== 'graph' && isNarrow) ? 'list' : 'graph',
    task: get('task') ?? '',
    change,
  }
}
