/** The work of a task: its prompt or command, its dependencies, its dependents, its predicted files. */
import { Link } from 'wouter'
import type { TaskId } from '../../../../src/core/value/ids.ts'
import { dependentsOf, taskOf, type Run } from '../../../../src/core/run/run.ts'
import { useShownRun } from '../../data/live/shown-run.tsx'
import { TaskMark } from '../../parts/state-mark.tsx'
import { useTaskPath } from '../../data/live/use-task-path.ts'

export function TaskWork({ task }: { readonly task: TaskId }) {
  const { run } = useShownRun()
  const { work, files, expectedDeliverable, dependencies } = taskOf(run, task)
  return (
    <div className="task-work">
      <section>
        <h2>{work.is === 'prompt' ? 'Prompt' : 'Command'}</h2>
        <pre className="task-text">{work.is === 'prompt' ? work.text : work.line}</pre>
      </section>
      {expectedDeliverable !== null && (
        <section>
          <h2>Expected result</h2>
          <p>{expectedDeliverable}</p>
        </section>
      )}
      <Neighbours title="After" tasks={dependencies} run={run} />
      <Neighbours title="Blocks" tasks={dependentsOf(run, task)} run={run} />
      {files.length > 0 && (
        <section>
          <h2>Expected changes</h2>
          <ul className="mono">
            {files.map((file) => (
              <li key={file}>{file}</li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

interface NeighboursProps {
  readonly title: string
  readonly tasks: readonly TaskId[]
  readonly run: Run
}

function Neighbours({ title, tasks, run }: NeighboursProps) {
  const pathOf = useTaskPath()
  if (tasks.length === 0) return null
  return (
    <section>
      <h2>{title}</h2>
      <ul className="task-neighbours">
        {tasks.map((id) => (
          <li key={id}>
            <TaskMark task={id} />
            <Link href={pathOf(id)}>{taskOf(run, id).name}</Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
