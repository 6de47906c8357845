/** The buttons that choose which kind of need is shown. */
import type { AttentionKind } from '../../../../src/core/report/attention.ts'
import { kindName, type KindCount } from './needs.ts'
import './kind-filter.css'

export interface KindFilterProps {
  readonly kinds: readonly KindCount[]
  /** null: all of them. */
  readonly chosen: AttentionKind | null
  /** The number of needs of all kinds. */
  readonly all: number
  choose(kind: AttentionKind | null): void
}

export function KindFilter({ kinds, chosen, all, choose }: KindFilterProps) {
  return (
    <div className="kind-filter" role="group" aria-label="Kinds">
      <Chip isOn={chosen === null} count={all} onClick={() => choose(null)}>
        All
      </Chip>
      {kinds.map(({ kind, count }) => (
        <Chip
          key={kind}
          isOn={chosen === kind}
          count={count}
          onClick={() => choose(chosen === kind ? null : kind)}
        >
          {kindName(kind)}
        </Chip>
      ))}
    </div>
  )
}

interface ChipProps {
  readonly isOn: boolean
  readonly count: number
  readonly children: string
  onClick(): void
}

export function Chip({ isOn, count, children, onClick }: ChipProps) {
  return (
    <button type="button" className="kind-chip" aria-pressed={isOn} onClick={onClick}>
      {children} <span className="kind-count">{count}</span>
    </button>
  )
}
