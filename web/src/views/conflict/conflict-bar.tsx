/** The one action bar of a conflict: how much is decided, resolve it, or let the agent do it. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ConflictDocument } from '../../../../src/core/conflict/conflict-document.ts'
import { taskOf } from '../../../../src/core/run/run.ts'
import { ASK_AGENT } from '../../../../src/core/say/landing/say-conflict.ts'
import { doAsk } from '../../act/do-ask.ts'
import { Refused } from '../../data/api/client.ts'
import { useShownRun } from '../../data/live/shown-run.tsx'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/fields.tsx'
import { say } from '../../parts/toasts.tsx'
import { sendResolution } from './ask-conflict.ts'
import { decisionsIn, progressOf, type Drafts } from './decided.ts'

export interface ConflictBarProps {
  readonly conflict: ConflictDocument
  readonly drafts: Drafts
  /** The decisions are on their way, or were refused. */
  readonly onSending: (isSent: boolean) => void
  /** The conflict is another one by now. */
  readonly onStale: () => void
}

export function ConflictBar({ conflict, drafts, onSending, onStale }: ConflictBarProps) {
  const { run, mode } = useShownRun()
  const [words, setWords] = useState('')
  const resolve = useMutation({
    mutationFn: () => sendResolution(conflict, decisionsIn(drafts, conflict)!),
    onMutate: () => onSending(true),
    onSuccess: () =>
      say(`Resolved the conflict of ${conflict.task}; it is merged and checked before it lands.`),
    onError(error) {
      const hint = error instanceof Refused ? error.hint : null
      say(error.message, { kind: 'refused', hint })
      onSending(false)
      onStale()
    },
  })
  if (mode !== 'live' || conflict.files.length === 0) return null
  const { decided, all } = progressOf(drafts, conflict.files)
  const hasAgent = taskOf(run, conflict.task).work.is === 'prompt'
  const ask = (): void => {
    onSending(true)
    const why = words.trim() === '' ? ASK_AGENT : words.trim()
    void doAsk(run, { ask: 'reject', task: conflict.task, why })
  }
  return (
    <section className="conflict-bar" aria-label="Resolve the conflict">
      <p role="status">
        {decided} of {all} decided
      </p>
      <Button
        kind="primary"
        disabled={decided < all || resolve.isPending || resolve.isSuccess}
        onClick={() => resolve.mutate()}
        title="Merges and checks the result; it lands if the check passes"
      >
        {resolve.isPending ? 'Resolving …' : 'Resolve and check'}
      </Button>
      {hasAgent && (
        <form
          className="conflict-ask"
          onSubmit={(event) => {
            event.preventDefault()
            ask()
          }}
        >
          <TextField
            label="For its agent (optional)"
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
          <Button type="submit">Ask the agent</Button>
        </form>
      )}
    </section>
  )
}
