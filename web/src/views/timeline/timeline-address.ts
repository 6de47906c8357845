/** The selected task, and how the timeline is shown: both are in the URL, so that a link shows the same. */
import { useAddress, type Address } from '../../parts/use-address.ts'
import type { Grouping } from './rows.ts'

export interface TimelineAddress extends Pick<Address, 'change'> {
  readonly by: Grouping
  readonly as: 'chart' | 'table'
  readonly task: string
}

export function useTimelineAddress(): TimelineAddress {
  const { get, change } = useAddress()
  return {
    by: get('by') === 'batch' ? 'batch' : 'agent',
    as: get('as') === 'table' ? 'table' : 'chart',
    task: get('task') ?? '',
    change,
  }
}
