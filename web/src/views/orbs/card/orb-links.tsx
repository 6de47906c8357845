/** Other orbs by their names, with the repository if it is another one; each selects its orb. */
import type { Orb } from '../../../../../src/core/workspace/orbs.ts'
import { shortName } from '../../../../../src/core/workspace/summary.ts'

const MOST = 6

export function OrbLinks({
  orbs,
  repository,
  onSelect,
}: {
  readonly orbs: readonly Orb[]
  /** The one in which they are shown. */
  readonly repository: string
  readonly onSelect: (orb: string) => void
}) {
  const more = orbs.length - MOST
  return (
    <>
      {orbs.slice(0, MOST).map((orb) => (
        <button
          key={orb.id}
          type="button"
          className="orb-link"
          title={orb.node.name}
          onClick={() => onSelect(orb.id)}
        >
          {orb.repository === repository ? shortName(orb) : `${orb.repository}:${shortName(orb)}`}
        </button>
      ))}
      {more > 0 && <span className="quiet">{`and ${more} more`}</span>}
    </>
  )
}
