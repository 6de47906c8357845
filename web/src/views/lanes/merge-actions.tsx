/** The buttons that check whether a lane could be merged now, and that land its delivery. */
import { useMutation } from '@tanstack/react-query'
import { Link } from 'wouter'
import { formatDuration } from '../../../../src/core/value/duration.ts'
import type { TaskId } from '../../../../src/core/value/ids.ts'
import { lastLinesOf } from '../../../../src/core/text/plain-text.ts'
import { isInConflict } from '../../../../src/core/landing/landing-queue.ts'
import { deliveryOf, stateOf } from '../../../../src/core/run/run.ts'
import { firstFew } from '../../../../src/core/say/say-wait.ts'
import { actionsFor } from '../../../../src/core/ask/task-actions.ts'
import type { ValidationDocument } from '../../../../src/server/served/served-worktrees.ts'
import { doAction } from '../../act/do-ask.ts'
import { useShownRun } from '../../data/live/shown-run.tsx'
import { Button } from '../../parts/button.tsx'
import type { Refused } from '../../data/api/client.ts'
import { checkMerge } from './ask-git.ts'
import './merge-actions.css'

export function MergeActions({ tasks }: { readonly tasks: readonly TaskId[] }) {
  const { run, mode, now } = useShownRun()
  const check = useMutation<ValidationDocument, Refused, TaskId>({
    mutationFn: checkMerge,
  })
  const delivered = tasks.findLast(
    (task) => stateOf(run, task).is !== 'landed' && deliveryOf(run, task) !== null,
  )
  if (mode !== 'live' || delivered === undefined) return null
  const land = actionsFor(run, delivered, now()).find(({ name }) => name === 'land')
  return (
    <div className="merge-actions">
      <div className="merge-buttons">
        <Button
          kind="quiet"
          disabled={check.isPending}
          onClick={() => check.mutate(delivered)}
          title={`Merges ${delivered} in memory and runs the check on the result; nothing changes`}
        >
          {check.isPending ? 'Checking …' : 'Check merge'}
        </Button>
        {isInConflict(run, delivered) && (
          <Link href={`/tasks/${delivered}?tab=diff`} className="button plain">
            Solve the conflict
          </Link>
        )}
        {land && <Button onClick={() => void doAction(run, delivered, land)}>{land.label}</Button>}
      </div>
      <div className="merge-answer" role="status">
        {check.data && <Verdict validation={check.data} />}
        {check.error && (
          <p>
            {check.error.message}
            {check.error.hint && <span className="quiet"> {check.error.hint}</span>}
          </p>
        )}
      </div>
    </div>
  )
}

const LOG_LINES = 12

function Verdict({ validation }: { readonly validation: ValidationDocument }) {
  const { log, check } = validation
  const lines = check === 'none' ? [] : lastLinesOf(log, LOG_LINES)
  return (
    <>
      <p className="merge-verdict" data-good={isGood(validation)}>
        {sayVerdict(validation)}
      </p>
      {lines.length > 0 && <pre className="merge-log">{lines.join('\n')}</pre>}
    </>
  )
}

const isGood = ({ mergesCleanly, check }: ValidationDocument): boolean =>
  mergesCleanly && check !== 'failed'

function sayVerdict({ mergesCleanly, conflicts, check, seconds }: ValidationDocument): string {
  if (!mergesCleanly) return `✕ conflict in ${firstFew(conflicts)}`
  switch (check) {
    case 'passed':
      return `✓ merges cleanly, and the check passed in ${formatDuration(seconds)}`
    case 'failed':
      return `✕ merges cleanly, but the check failed after ${formatDuration(seconds)}`
    case 'none':
      return '✓ merges cleanly; no check is configured'
  }
}
