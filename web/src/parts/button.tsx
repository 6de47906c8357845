/** A button; its kind says how much it stands out. */
import type { ComponentProps } from 'react'
import './button.css'

export interface ButtonProps extends ComponentProps<'button'> {
  /** primary: the main action here. danger: cannot be undone. quiet: one of many. */
  readonly kind?: 'primary' | 'plain' | 'danger' | 'quiet'
}

export function Button({ kind = 'plain', className = '', type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={`button ${kind} ${className}`} {...rest} />
}
