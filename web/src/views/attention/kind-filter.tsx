/** The buttons that choose which kind of need is shown. */
import type { AttentionKind } from '../../../../src/core/report/attention.ts'
import { Chip, ChipRow } from '../../parts/chip.tsx'
import { kindName, type KindCount } from './needs.ts'

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
    <ChipRow name="Kinds">
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
    </ChipRow>
  )
}
