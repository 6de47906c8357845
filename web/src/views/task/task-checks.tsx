/** The check of a task: its command, its result, and a button that tries the merge now. */
import { WithQueries } from '../../data/api/with-queries.tsx'
import type { TaskId } from '../../../../src/core/value/ids.ts'
import { checkOf, stateOf, taskOf, type Run } from '../../../../src/core/run/run.ts'
import { sayTroubleInFull } from '../../../../src/core/say/landing/say-trouble-in-full.ts'
import { sayTrouble } from '../../../../src/core/say/landing/say-trouble.ts'
import { MergeActions } from '../lanes/merge-actions.tsx'
import { useShownRun } from '../../data/live/shown-run.tsx'

export default function TaskChecks({ task }: { readonly task: TaskId }) {
  const { run } = useShownRun()
  const check = checkOf(run, taskOf(run, task))
  return (
    <div className="task-work">
      <section>
        <h2>Check</h2>
        {check === null ? (
          <p className="quiet">None: it lands unchecked.</p>
        ) : (
          <pre className="task-text">{check}</pre>
        )}
      </section>
      <section>
        <h2>Result</h2>
        <Outcome run={run} task={task} />
      </section>
      <WithQueries>
        <MergeActions tasks={[task]} />
      </WithQueries>
    </div>
  )
}

function Outcome({ run, task }: { readonly run: Run; readonly task: TaskId }) {
  const state = stateOf(run, task)
  if (state.is !== 'review' || state.trouble.is === 'approval')
    return <p>{sayOutcome(run, task)}</p>
  const lines = sayTroubleInFull(state.trouble)
  return (
    <>
      <p>{sayTrouble(state.trouble)}</p>
      {lines.length > 0 && <pre className="task-text">{lines.join('\n')}</pre>}
    </>
  )
}

function sayOutcome(run: Run, task: TaskId): string {
  const state = stateOf(run, task)
  if (state.is === 'landed')
    return run.checked.has(task)
      ? 'It passed on the merged result, before that landed.'
      : 'Nothing was checked before it landed.'
  if (state.is === 'landing' && state.phase === 'checking')
    return 'It is running on the merged result.'
  return 'Nothing has been merged and checked yet.'
}
