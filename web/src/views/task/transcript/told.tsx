/** What the agent was told: the prompt that began the attempt, or a message of a person. */
import { useState } from 'react'
import type { Item } from '../../../../../src/core/transcript/conversation.ts'
import { Clock } from './clock.tsx'

const FEW_LINES = 4
const FEW_CHARACTERS = 600

export function Told({ item }: { readonly item: Item & { readonly is: 'told' } }) {
  const [isOpen, setOpen] = useState(false)
  const text = item.texts.join('').trim()
  const lines = text.split('\n')
  const isLong = lines.length > FEW_LINES + 2 || text.length > FEW_CHARACTERS
  const few = lines.slice(0, FEW_LINES).join('\n').slice(0, FEW_CHARACTERS)
  return (
    <article className="told" aria-label={item.isPrompt ? 'Prompt' : 'Message to the agent'}>
      <header className="quiet">
        {item.isPrompt ? 'Prompt' : 'You'} <Clock at={item.at} />
      </header>
      <p>{isOpen || !isLong ? text : few}</p>
      {isLong && (
        <button
          type="button"
          className="call-more"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Show less' : `Show all ${lines.length} lines`}
        </button>
      )}
    </article>
  )
}
