/** Toasts: short messages about what was just done, with an undo button where that is possible. */
import { useSyncExternalStore } from 'react'
import { Button } from './button.tsx'
import './toasts.css'

export interface Toast {
  readonly id: number
  readonly text: string
  readonly hint: string | null
  readonly kind: 'done' | 'refused'
  readonly undo: (() => void) | null
}

const SHOWN_FOR = { done: 6000, refused: 10_000 } as const

let toasts: readonly Toast[] = []
let last = 0
const listeners = new Set<() => void>()

export function say(
  text: string,
  { kind = 'done', hint = null, undo = null }: Partial<Omit<Toast, 'id' | 'text'>> = {},
): void {
  const id = ++last
  change([...toasts.slice(-3), { id, text, hint, kind, undo }])
  setTimeout(() => dismiss(id), SHOWN_FOR[kind])
}

const dismiss = (id: number): void => change(toasts.filter((toast) => toast.id !== id))

function change(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts)
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map((toast) => (
        <div key={toast.id} className={`toast ${toast.kind}`}>
          <div>
            <p>{toast.text}</p>
            {toast.hint !== null && <p className="quiet">{toast.hint}</p>}
          </div>
          {toast.undo !== null && (
            <Button
              onClick={() => {
                toast.undo?.()
                dismiss(toast.id)
              }}
            >
              Undo
            </Button>
          )}
          <Button kind="quiet" aria-label="Dismiss" onClick={() => dismiss(toast.id)}>
            ✕
          </Button>
        </div>
      ))}
    </div>
  )
}
