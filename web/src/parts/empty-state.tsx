/** Fills a view that is empty: it says what will be here, and what to do for it. */
import type { ReactNode } from 'react'
import './empty-state.css'

export function EmptyState({
  title,
  children,
}: {
  readonly title: string
  readonly children: ReactNode
}) {
  return (
    <section className="empty-state">
      <h2>{title}</h2>
      {children}
    </section>
  )
}
