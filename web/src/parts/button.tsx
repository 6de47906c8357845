/** A button; its kind says how much it weighs. */
import type { ComponentProps } from 'react'
import './button.css'

export interface ButtonProps extends ComponentProps<'button'> {
  /** primary: the one thing to do here. danger: cannot be undone. quiet: one of many. */
  readonly kind?: 'primary' | 'plain' | 'danger' | 'quiet'
}

export function Button({ kind = 'plain', className = '', type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={`button ${kind} ${className}`} {...rest} />
}
