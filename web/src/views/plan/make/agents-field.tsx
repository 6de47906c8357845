/** For how many agents a plan is made. */
import { TextField } from '../../../parts/fields.tsx'
import type { TypedWish } from './kept-wish.ts'

export interface AgentsFieldProps {
  readonly wish: TypedWish
  readonly change: (wish: TypedWish) => void
}

export const AgentsField = ({ wish, change }: AgentsFieldProps) => (
  <TextField
    label="Agents at once"
    type="number"
    min={1}
    max={1000}
    step={1}
    placeholder="as configured"
    value={wish.agents}
    onChange={(event) => change({ ...wish, agents: event.target.value })}
  />
)
