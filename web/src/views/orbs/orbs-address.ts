/** How the hall is shown, what is filtered and which orb is selected: all in the URL, so that a link shows the same. */
import { useAddress, type Address } from '../../parts/use-address.ts'
import { useIsNarrow } from '../plan/use-is-narrow.ts'
import { readShowing, type OrbFilter } from './filter-orbs.ts'

type ShownAs = '3d' | '2d' | 'list'

export interface OrbsAddress extends Pick<Address, 'change'> {
  readonly as: ShownAs
  readonly colours: 'state' | 'freshness'
  readonly filter: OrbFilter
  /** The id of an orb; null: none is selected. */
  readonly selected: string | null
  /** A link or the palette asks for orderings. */
  readonly wantsOrder: boolean
}

/** A narrow screen shows the list, unless the user chose otherwise. */
export function useOrbsAddress(hasWebGl: boolean): OrbsAddress {
  const { get, change } = useAddress()
  const isNarrow = useIsNarrow()
  const chosen = get('as') ?? (isNarrow ? 'list' : '3d')
  const as = chosen === 'list' || chosen === '2d' ? chosen : '3d'
  return {
    as: as === '3d' && !hasWebGl ? '2d' : as,
    colours: get('colours') === 'freshness' ? 'freshness' : 'state',
    filter: {
      words: get('q') ?? '',
      showing: readShowing(get('show')),
      repository: get('repository') ?? '',
    },
    selected: get('orb'),
    wantsOrder: get('suggest') !== null,
    change,
  }
}
