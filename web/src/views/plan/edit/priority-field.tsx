/** The field for the priority of a task. */
import { useId } from 'react'
import type { Priority } from '../../../../../src/core/plan/plan.ts'

const PRIORITIES: readonly (readonly [Priority, string])[] = [
  [1, '1, most urgent'],
  [2, '2'],
  [3, '3, usual'],
  [4, '4'],
  [5, '5, least urgent'],
]

export function PriorityField({
  value,
  onChange,
}: {
  readonly value: Priority
  readonly onChange: (priority: Priority) => void
}) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>Priority</label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(Number(event.target.value) as Priority)}
      >
        {PRIORITIES.map(([priority, words]) => (
          <option key={priority} value={priority}>
            {words}
          </option>
        ))}
      </select>
    </div>
  )
}
