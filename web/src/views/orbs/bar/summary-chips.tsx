/** The figures of all workspaces; each of them shows its workspaces when it is pressed. */
import type { Orb } from '../../../../../src/core/workspace/orbs.ts'
import { shortName, summaryOf } from '../../../../../src/core/workspace/summary.ts'
import type { Showing } from '../filter-orbs.ts'
import { thousands } from '../thousands.ts'
import type { OrbsAddress } from '../orbs-address.ts'

export function SummaryChips({
  address: { filter, change },
  orbs,
}: {
  readonly address: OrbsAddress
  readonly orbs: readonly Orb[]
}) {
  const { canMerge, stuck, failing, working, holdsUp } = summaryOf(orbs)
  const counts: readonly (readonly [Showing, number, string])[] = [
    ['can-merge', canMerge, 'can merge now'],
    ['stuck', stuck, 'stuck'],
    ['failing', failing, 'CI failing'],
    ['working', working, 'working'],
  ]
  return (
    <div className="orbs-chips" role="group" aria-label="Summary">
      {counts.map(([showing, count, words]) => (
        <button
          key={showing}
          type="button"
          className="orbs-chip"
          data-showing={showing}
          aria-pressed={filter.showing === showing}
          onClick={() => change({ show: filter.showing === showing ? null : showing })}
        >
          <strong>{thousands(count)}</strong> {words}
        </button>
      ))}
      {holdsUp !== null && (
        <button
          type="button"
          className="orbs-chip"
          title={holdsUp.node.name}
          onClick={() => change({ orb: holdsUp.id })}
        >
          <strong className="cut">{shortName(holdsUp)}</strong> holds up {holdsUp.waiting}
        </button>
      )}
    </div>
  )
}
