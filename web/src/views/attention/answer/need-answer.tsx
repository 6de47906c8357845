/** The controls that answer a need, for each kind of need. */
import type { Attention } from '../../../../../src/core/report/attention.ts'
import { BatchAnswer } from './batch-answer.tsx'
import { BranchAnswer } from './branch-answer.tsx'
import { BudgetAnswer } from './budget-answer.tsx'
import { ConflictAnswer } from './conflict-answer.tsx'
import { PermissionAnswer } from './permission-answer.tsx'
import { PullAnswer } from './pull-answer.tsx'
import { WordsAnswer } from './words-answer.tsx'

export interface NeedAnswerProps {
  readonly need: Attention
  onDone(): void
}

export function NeedAnswer({ need, onDone }: NeedAnswerProps) {
  switch (need.kind) {
    case 'permission':
      return <PermissionAnswer task={need.task!} requests={need.requests} onDone={onDone} />
    case 'budget':
      return <BudgetAnswer task={need.task} limitUsd={need.limitUsd} onDone={onDone} />
    case 'question':
      return (
        <WordsAnswer
          task={need.task!}
          offers={['guide', 'cancel']}
          options={need.question.options}
          onDone={onDone}
        />
      )
    case 'conflict':
      return <ConflictAnswer task={need.task!} onDone={onDone} />
    case 'red-check':
      return (
        <WordsAnswer
          task={need.task!}
          offers={['land', 'reject', 'cancel']}
          hasPrimary={false}
          onDone={onDone}
        />
      )
    case 'broken':
    case 'left-target':
    case 'unasked':
    case 'review':
      return <WordsAnswer task={need.task!} offers={['land', 'reject', 'cancel']} onDone={onDone} />
    case 'task-failed':
      return <WordsAnswer task={need.task!} offers={['retry', 'land', 'cancel']} onDone={onDone} />
    case 'needs-human':
      return <WordsAnswer task={need.task!} offers={['approve', 'skip']} onDone={onDone} />
    case 'pull-ready':
    case 'pull-stuck':
      return <PullAnswer task={need.task!} pull={need.pull} />
    // The user has to log in to the forge again.
    case 'forge':
      return null
    // A frozen coordinator would not hear an answer.
    case 'frozen':
      return null
    // A hindered run goes on by itself as soon as the machine lets it, unless its coordinator has ended.
    case 'hindered':
      return need.isLetGo ? <BatchAnswer batch={null} onDone={onDone} /> : null
    case 'paused-run':
      return <BatchAnswer batch={null} onDone={onDone} />
    case 'paused-batch':
      return <BatchAnswer batch={need.batch} onDone={onDone} />
    case 'branch-moved':
      return <BranchAnswer move={need.move} onDone={onDone} />
    case 'rate-limited':
    case 'stale':
    case 'looping':
    case 'silent':
    case 'over-time':
      return (
        <WordsAnswer task={need.task!} offers={['guide', 'preempt', 'cancel']} onDone={onDone} />
      )
  }
}
