/** Other orbs by their short names; each selects its orb. */
import type { Orb } from '../../../../../src/core/workspace/orbs.ts'
import { branchTail } from '../orb-words.ts'

const MOST = 6

export function OrbLinks({
  orbs,
  onSelect,
}: {
  readonly orbs: readonly Orb[]
  readonly onSelect: (orb: string) => void
}) {
  const more = orbs.length - MOST
  return (
    <>
      {orbs.slice(0, MOST).map(({ id, node }) => (
        <button
          key={id}
          type="button"
          className="orb-link"
          title={node.name}
          onClick={() => onSelect(id)}
        >
          {node.pr_number === null ? branchTail(node.branch) : `#${node.pr_number}`}
        </button>
      ))}
      {more > 0 && <span className="quiet">{`and ${more} more`}</span>}
    </>
  )
}
