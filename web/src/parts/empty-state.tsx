/** Fills a view that is empty: it says what will be here, and what to do for it. */
import type { ReactNode } from 'react'
import './empty-state.css'

export interface EmptyStateProps {
  readonly title: string
  /** A drawing above the title. */
  readonly art?: ReactNode
  readonly children: ReactNode
}

export const EmptyState = ({ title, art, children }: EmptyStateProps) => (
  <section className="empty-state">
    {art}
    <h2>{title}</h2>
    {children}
  </section>
)
