/** Buttons that filter what is shown below them, each with how many it would show. */
import type { ReactNode } from 'react'
import './chip.css'

export interface ChipProps {
  readonly isOn: boolean
  readonly count: number
  readonly children: string
  onClick(): void
}

export function Chip({ isOn, count, children, onClick }: ChipProps) {
  return (
    <button type="button" className="chip" aria-pressed={isOn} onClick={onClick}>
      {children} <span className="chip-count">{count}</span>
    </button>
  )
}

export interface ChipRowProps {
  readonly name: string
  readonly children: ReactNode
}

export const ChipRow = ({ name, children }: ChipRowProps) => (
  <div className="chip-row" role="group" aria-label={name}>
    {children}
  </div>
)
