/** What blocks a workspace from outside, such as a design review: people record it here, and orderings respect it. */
import { useState } from 'react'
import type { Orb } from '../../../../../src/core/workspace/orbs.ts'
import { Refused } from '../../../data/api/client.ts'
import { addBlocker, removeBlocker, type Blocker } from '../../../data/api/tracker.ts'
import { readTrackerAgain } from '../../../data/live/use-tracker.ts'
import { askPerson } from '../../../parts/ask-person.tsx'
import { Button } from '../../../parts/button.tsx'
import { say } from '../../../parts/toasts.tsx'
import { OrbMark } from '../orb-mark.tsx'

export function Blockers({ orb }: { readonly orb: Orb }) {
  const [isSending, setSending] = useState(false)
  const { blockers } = orb.node
  const send = async (change: (blocker: Blocker) => Promise<unknown>, reason: string) => {
    setSending(true)
    try {
      await change({ repository: orb.repository, branch: orb.node.branch, reason })
      readTrackerAgain()
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      say(error.message, { kind: 'refused', hint: error.hint })
    } finally {
      setSending(false)
    }
  }
  const record = async (): Promise<void> => {
    const text = await askPerson({
      title: `What blocks ${orb.node.branch}?`,
      text: 'For example: waits for the design review. Suggested orders leave it out until you remove the blocker.',
      words: 'Blocked by',
      isLine: true,
      yes: 'Record it',
    })
    if (text !== null) await send(addBlocker, text.trim())
  }
  return (
    <div className="orb-blockers">
      {blockers.length > 0 && (
        <ul aria-label="Blocked by">
          {blockers.map((text) => (
            <li key={text}>
              <OrbMark state="failing" isBlocked />
              <span>{text}</span>
              <Button
                kind="quiet"
                aria-label={`Remove the blocker: ${text}`}
                disabled={isSending}
                onClick={() => void send(removeBlocker, text)}
              >
                ✕
              </Button>
            </li>
          ))}
        </ul>
      )}
      {orb.node.workspace_id !== null && (
        <Button disabled={isSending} onClick={() => void record()}>
          Record a blocker
        </Button>
      )}
    </div>
  )
}
