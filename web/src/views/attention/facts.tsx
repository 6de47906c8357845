/** A list of names with their values. */
import type { ReactNode } from 'react'
import './facts.css'

export const Facts = ({ children }: { readonly children: ReactNode }) => (
  <dl className="need-facts">{children}</dl>
)

export const Fact = ({
  name,
  children,
}: {
  readonly name: string
  readonly children: ReactNode
}) => (
  <div className="need-fact">
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
