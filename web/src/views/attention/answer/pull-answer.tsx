/** Where a user acts on a pull request: its page on the forge, the view of all pull requests, and its diff. */
import { Link } from 'wouter'
import type { LanePull } from '../../../../../src/core/forge/lane-pull.ts'
import type { TaskId } from '../../../../../src/core/value/ids.ts'
import { webLink } from '../../../parts/web-link.ts'

export interface PullAnswerProps {
  readonly task: TaskId
  readonly pull: LanePull
}

export function PullAnswer({ task, pull: { opened } }: PullAnswerProps) {
  const page = webLink(opened?.url ?? '')
  return (
    <div className="need-buttons">
      {opened !== null && page !== null && (
        <a href={page} target="_blank" rel="noreferrer" className="button primary">
          Open #{opened.number}
        </a>
      )}
      <Link href={`/tasks/${task}?tab=diff`} className="button">
        Diff
      </Link>
      <Link href="/pull-requests" className="button">
        Pull requests
      </Link>
    </div>
  )
}
