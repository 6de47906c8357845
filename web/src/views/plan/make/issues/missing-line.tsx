/** Tells that chosen issues need others, which one click adds. */
import { list } from '../../../../../../src/core/forge/issues/issue-skip.ts'
import type { MissingIssues } from '../../../../../../src/core/forge/issues/issue-standing.ts'
import { Button } from '../../../../parts/button.tsx'

interface MissingLineProps extends MissingIssues {
  readonly onAdd: (numbers: readonly number[]) => void
}

export const MissingLine = ({ toAdd, inVain, onAdd }: MissingLineProps) => (
  <div className="issue-missing" role="status">
    {toAdd.length > 0 && (
      <p>
        What you selected comes after {list(toAdd)}.{' '}
        <Button onClick={() => onAdd(toAdd)}>Add {list(toAdd)}</Button>
      </p>
    )}
    {inVain.length > 0 && (
      <p>{list(inVain)} will be left out: what comes before cannot be selected.</p>
    )}
  </div>
)
