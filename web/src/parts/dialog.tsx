/** A dialog of the browser's own: it keeps the focus, and gives it back. */
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { tellLostFocus } from './keys/lost-focus.ts'
import { Button } from './button.tsx'
import './dialog.css'

export interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  readonly wide?: boolean
}

/** What has the focus first; without any, the browser takes the button that closes. */
const FIRST = '[data-first], input, textarea, select'

/** Open as long as it is rendered. Escape closes it, and a click beside it unless something was written. */
export function Dialog({ title, onClose, children, wide = false }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  // Closed while it is still on the page: only then the browser gives the focus back.
  useLayoutEffect(() => {
    const { current } = dialog
    current?.showModal()
    current?.querySelector<HTMLElement>(FIRST)?.focus()
    return () => {
      current?.close()
      tellLostFocus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className={wide ? 'dialog wide' : 'dialog'}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onPointerDown={(event) => {
        if (event.target === dialog.current && !hasWords(dialog.current)) onClose()
      }}
    >
      <div className="dialog-inside">
        <header>
          <h2 id={heading}>{title}</h2>
          <Button kind="quiet" aria-label="Close" onClick={onClose}>
            ✕
          </Button>
        </header>
        {children}
      </div>
    </dialog>
  )
}

/** A click that missed must not cost what somebody has written. */
const hasWords = (dialog: HTMLElement): boolean =>
  [...dialog.querySelectorAll('textarea')].some(({ value }) => value.trim() !== '')
