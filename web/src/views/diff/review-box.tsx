/** The end of a review: the user lands the work, or tells the agent what to change. */
import { useState } from 'react'
import type { Ask } from '../../../../src/core/ask/ask.ts'
import type { TaskId } from '../../../../src/core/value/ids.ts'
import { actionsFor, askWith } from '../../../../src/core/ask/task-actions.ts'
import { hasRedCheck } from '../../../../src/core/landing/landing-queue.ts'
import { doAsk } from '../../act/do-ask.ts'
import { useShownRun } from '../../data/live/shown-run.tsx'
import { Button } from '../../parts/button.tsx'
import { WordsField } from '../../parts/fields.tsx'
import { sayComments, type Comments } from './comments.ts'
import { REVIEWS } from './reviews.ts'

export interface ReviewBoxProps {
  readonly task: TaskId
  readonly comments: Comments
  readonly onSent: () => void
}

export function ReviewBox({ task, comments, onSent }: ReviewBoxProps) {
  const { run, mode, now } = useShownRun()
  const [overall, setOverall] = useState('')
  if (mode !== 'live') return null
  const actions = actionsFor(run, task, now()).filter(({ name }) => REVIEWS.has(name))
  if (actions.length === 0) return null
  const isRed = hasRedCheck(run, task)
  const words = sayComments(comments, overall)
  const send = async (ask: Ask | null): Promise<void> => {
    if (ask === null || !(await doAsk(run, ask))) return
    setOverall('')
    onSent()
  }
  return (
    <section className="review-box" aria-label="Your review">
      <WordsField
        label={
          comments.size === 0
            ? 'What its agent should know'
            : `What its agent should know, beside ${comments.size} comments`
        }
        rows={2}
        value={overall}
        onChange={(event) => setOverall(event.target.value)}
      />
      <div className="choices">
        {actions.map((action) => (
          <Button
            key={action.name}
            kind={action.name === 'land' && !isRed ? 'primary' : 'plain'}
            disabled={action.words !== null && words === ''}
            onClick={() => void send(askWith(action, task, words))}
          >
            {action.label}
          </Button>
        ))}
      </div>
    </section>
  )
}
