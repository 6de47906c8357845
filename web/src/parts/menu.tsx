/** A button that opens a menu. */
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { stepInMenu } from './keys/step-in-menu.ts'
import { Button, type ButtonProps } from './button.tsx'
import './menu.css'

export interface MenuItem {
  readonly label: string
  readonly isDanger?: boolean
  /** Set for settings that are on or off. */
  readonly isOn?: boolean
  run(): void
}

export interface MenuProps {
  readonly label: ReactNode
  /** For screen readers, when the label is only a sign. */
  readonly name?: string
  readonly kind?: ButtonProps['kind']
  /** Called only while the menu is open. */
  readonly items: () => readonly MenuItem[]
}

export function Menu({ label, name, kind = 'plain', items }: MenuProps) {
  const [isOpen, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(() => {
    if (!isOpen) return
    place.current?.querySelector<HTMLElement>('[role^=menuitem]')?.focus()
    const leave = (event: Event): void => {
      if (!place.current?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', leave)
    return () => document.removeEventListener('pointerdown', leave)
  }, [isOpen])
  const close = (): void => {
    setOpen(false)
    place.current?.querySelector('button')?.focus()
  }
  return (
    <div className="menu" ref={place}>
      <Button
        kind={kind}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-label={name}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
      </Button>
      {isOpen && (
        <div
          role="menu"
          id={id}
          className="menu-list menu-below"
          tabIndex={-1}
          onKeyDown={(event) => moveInMenu(event, close)}
        >
          {items().map((item) => (
            <button
              key={item.label}
              type="button"
              role={item.isOn === undefined ? 'menuitem' : 'menuitemcheckbox'}
              aria-checked={item.isOn}
              tabIndex={-1}
              className={item.isDanger === true ? 'danger' : undefined}
              onClick={() => {
                close()
                item.run()
              }}
            >
              <span className="menu-check" aria-hidden="true">
                {item.isOn === true ? '✓' : ''}
              </span>
              {item.label}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

function moveInMenu(event: KeyboardEvent<HTMLElement>, close: () => void): void {
  // Keys in an open menu are for the menu alone.
  event.stopPropagation()
  if (event.key === 'Escape' || event.key === 'Tab') {
    event.preventDefault()
    return close()
  }
  if (stepInMenu(event.currentTarget, event.key)) event.preventDefault()
}
