/** Copies a text, and says so for a moment. */
import { useState } from 'react'

export interface CopyButtonProps {
  /** Called when the button is pressed: the text may be long. */
  readonly text: () => string
  readonly what: string
}

const MOMENT = 1500

export function CopyButton({ text, what }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false)
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text())
    setCopied(true)
    setTimeout(() => setCopied(false), MOMENT)
  }
  return (
    <button
      type="button"
      className="copy-button"
      aria-label={`Copy this ${what}`}
      onClick={() => void copy().catch(() => setCopied(false))}
    >
      {isCopied ? 'Copied' : 'Copy'}
    </button>
  )
}
