/** A native dialog: the browser keeps the focus inside, and gives it back when the dialog closes. */
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { tellLostFocus } from './keys/lost-focus.ts'
import { Button } from './button.tsx'
import './dialog.css'

export interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  readonly wide?: boolean
  readonly className?: string
  /** More about it, as a tooltip of the title and for screen readers. */
  readonly description?: string
}

/** The first match gets the focus; without a match, the browser focuses the close button. */
const FIRST = '[data-first], input, textarea, select'

/** Open as long as it is rendered. Escape closes it, and a click beside it unless text was typed. */
export function Dialog(props: DialogProps) {
  const { title, onClose, children, wide = false, className = '', description } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  // The effect closes the dialog while it is still on the page: only then the browser gives the focus back.
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
      className={`dialog ${wide ? 'wide' : ''} ${className}`}
      aria-labelledby={heading}
      aria-description={description}
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
          <h2 id={heading} title={description}>
            {title}
          </h2>
          <Button kind="quiet" aria-label="Close" onClick={onClose}>
            ✕
          </Button>
        </header>
        {children}
      </div>
    </dialog>
  )
}

/** A click that missed the dialog must not lose text that the user has typed. */
const hasWords = (dialog: HTMLElement): boolean =>
  [...dialog.querySelectorAll<HTMLTextAreaElement>('textarea, input[data-words]')].some(
    ({ value }) => value.trim() !== '',
  )
