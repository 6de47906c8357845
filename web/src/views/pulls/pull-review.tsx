/** Approve, or request changes: for a pull request that has no page where people review it. */
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import type { PullRequestRow } from '../../../../src/core/forge/pull-document.ts'
import { sayAfterReview } from '../../../../src/core/say/pulls/say-review.ts'
import { laneName } from '../../../../src/core/value/ids.ts'
import type { Refused } from '../../data/api/client.ts'
import { useShownRun } from '../../data/live/shown-run.tsx'
import { Button } from '../../parts/button.tsx'
import { WordsField } from '../../parts/fields.tsx'
import { sendReview, type Review } from './send-review.ts'

export function PullReview({ row }: { readonly row: PullRequestRow }) {
  const { run, conducted } = useShownRun()
  const [isWriting, setWriting] = useState(false)
  const [words, setWords] = useState('')
  const review = useMutation<void, Refused, Review>({
    mutationFn: (wanted) => sendReview(run.id, row.tasks[0]!, wanted),
    onSuccess(_, { decision }) {
      if (decision === 'approved') return
      setWords('')
      setWriting(false)
    },
  })
  const isUnderWay = (decision: Review['decision']): boolean =>
    review.isPending && review.variables.decision === decision
  const text = words.trim()
  const requestChanges = (event: FormEvent): void => {
    event.preventDefault()
    if (text !== '' && !review.isPending) review.mutate({ decision: 'changes-requested', text })
  }
  return (
    <div className="pull-review" aria-busy={review.isPending}>
      <div className="pull-review-buttons">
        {row.review !== 'approved' && (
          <Button
            kind="quiet"
            disabled={review.isPending}
            onClick={() => review.mutate({ decision: 'approved' })}
          >
            {isUnderWay('approved') ? 'Approving …' : 'Approve'}
          </Button>
        )}
        <Button
          kind="quiet"
          disabled={review.isPending}
          aria-expanded={isWriting}
          onClick={() => setWriting(!isWriting)}
        >
          Request changes
        </Button>
      </div>
      {isWriting && (
        <form onSubmit={requestChanges}>
          <WordsField
            label="What has to change"
            value={words}
            autoFocus
            readOnly={review.isPending}
            onChange={(event) => setWords(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) requestChanges(event)
            }}
          />
          <Button
            type="submit"
            kind="primary"
            disabled={text === '' || review.isPending}
            title="Ctrl+Enter"
          >
            {isUnderWay('changes-requested') ? 'Sending …' : 'Send'}
          </Button>
        </form>
      )}
      {review.isSuccess && (
        <p role="status">
          {sayAfterReview(run, {
            lane: laneName(row.lane),
            is: review.variables.decision,
            isConducted: conducted,
          })}
        </p>
      )}
      {review.isError && (
        <p role="alert">
          {review.error.message}
          {review.error.hint !== null && <span className="quiet"> {review.error.hint}</span>}
        </p>
      )}
    </div>
  )
}
