/** A form that is sent once at a time, by its button or by Ctrl and Enter. */
import { useState, type FormEvent, type KeyboardEvent } from 'react'

interface Submitting {
  /** The form can be sent now. */
  readonly isReady: boolean
  readonly onSubmit: (event: FormEvent) => void
  readonly onKeyDown: (event: KeyboardEvent<HTMLFormElement>) => void
}

export function useSubmit(isComplete: boolean, send: () => Promise<void>): Submitting {
  const [isBusy, setBusy] = useState(false)
  const isReady = isComplete && !isBusy
  const submit = async (): Promise<void> => {
    if (!isReady) return
    setBusy(true)
    await send()
    setBusy(false)
  }
  return {
    isReady,
    onSubmit(event) {
      event.preventDefault()
      void submit()
    },
    onKeyDown(event) {
      if (event.key === 'Enter' && (event.metaKey || event.ctrlKey))
        event.currentTarget.requestSubmit()
    },
  }
}
