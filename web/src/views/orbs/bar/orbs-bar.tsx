/** The bar above the hall: how it is shown, what is searched and filtered, and the figures of the whole. */
import type { RefObject } from 'react'
import type { Orb } from '../../../../../src/core/workspace/orbs.ts'
import { Choices } from '../../../parts/choices.tsx'
import { SearchBox } from '../../../parts/search-box.tsx'
import { readShowing, SHOWINGS } from '../filter-orbs.ts'
import type { OrbsAddress } from '../orbs-address.ts'
import type { Section } from '../sections.ts'
import { thousands } from '../thousands.ts'
import { SummaryChips } from './summary-chips.tsx'
import './orbs-bar.css'

export interface OrbsBarProps {
  readonly address: OrbsAddress
  readonly orbs: readonly Orb[]
  readonly sections: readonly Section[]
  /** How many the search and the filters show; null: all of them. */
  readonly found: number | null
  readonly box: RefObject<HTMLInputElement | null>
  /** Moves the focus from the search to the orbs. */
  readonly onLeave: () => void
}

export function OrbsBar({ address, orbs, sections, found, box, onLeave }: OrbsBarProps) {
  const { as, colours, change } = address
  return (
    <div className="orbs-bar" role="toolbar" aria-label="Workspaces">
      <Choices
        name="Show as"
        value={as}
        choices={[
          ['3d', '3D'],
          ['2d', '2D'],
          ['list', 'List'],
        ]}
        onChange={(as) => change({ as })}
      />
      {as !== 'list' && (
        <Choices
          name="Colours"
          value={colours}
          choices={[
            ['state', 'State'],
            ['freshness', 'Freshness'],
          ]}
          onChange={(colours) => change({ colours: colours === 'state' ? null : colours })}
        />
      )}
      <OrbsSearch {...{ address, sections, found, box, onLeave }} total={orbs.length} />
      <span className="spring" />
      <SummaryChips {...{ address, orbs }} />
    </div>
  )
}

function OrbsSearch(props: Omit<OrbsBarProps, 'orbs'> & { readonly total: number }) {
  const { address, sections, found, box, onLeave, total } = props
  const { filter, change } = address
  return (
    <search className="orbs-search">
      <SearchBox
        {...{ box, onLeave }}
        name="Search workspaces"
        placeholder="Search"
        words={filter.words}
        onWords={(words) => change({ q: words || null })}
      />
      <select
        aria-label="Which workspaces"
        value={filter.showing}
        onChange={(event) => change({ show: readShowing(event.target.value) || null })}
      >
        {SHOWINGS.map(([showing, words]) => (
          <option key={showing} value={showing}>
            {words}
          </option>
        ))}
      </select>
      {sections.length > 1 && (
        <select
          aria-label="Which repository"
          value={filter.repository}
          onChange={(event) => change({ repository: event.target.value || null })}
        >
          <option value="">All repositories</option>
          {sections.map(({ repository }) => (
            <option key={repository}>{repository}</option>
          ))}
        </select>
      )}
      <p role="status" className={found === null ? 'unseen' : 'quiet'}>
        {found === null ? '' : `${thousands(found)} of ${thousands(total)}`}
      </p>
    </search>
  )
}
