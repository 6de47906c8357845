/** Says, over a column, what it would do to drop the card there, or why that is refused. */
import type { CardMove } from '../../../../../src/core/ask/allowed-drags.ts'

export function DropSign({ verdict }: { readonly verdict: CardMove }) {
  switch (verdict.is) {
    case 'same':
      return null
    case 'action':
      return <p className="drop-sign">{verdict.action.label}</p>
    case 'no':
      return <p className="drop-sign">{verdict.why}</p>
  }
}
