/** What to do about a conflict: solve it, hunk by hunk, or let the agent try. */
import { Link } from 'wouter'
import type { TaskId } from '../../../../../src/core/value/ids.ts'
import { WordsAnswer } from './words-answer.tsx'

export interface ConflictAnswerProps {
  readonly task: TaskId
  onDone(): void
}

export function ConflictAnswer({ task, onDone }: ConflictAnswerProps) {
  return (
    <>
      <div className="need-buttons">
        <Link href={`/tasks/${task}?tab=diff`} className="button primary">
          Solve the conflict
        </Link>
      </div>
      <WordsAnswer
        task={task}
        offers={['reject', 'land-worktree', 'cancel']}
        hasPrimary={false}
        onDone={onDone}
      />
    </>
  )
}
