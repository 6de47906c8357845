/** What the task is to do, and what it comes before and after. */
import { Link } from 'wouter'
import type { TaskId } from '../../../../src/core/value/ids.ts'
import { indexOf, taskOf, type Run } from '../../../../src/core/run/run.ts'
import { useShownRun } from '../../data/live/shown-run.tsx'
import { TaskMark } from '../../parts/state-mark.tsx'
import { useTaskPath } from '../../data/live/use-task-path.ts'

export function TaskWork({ task }: { readonly task: TaskId }) {
  const { run } = useShownRun()
  const { work, files, expectedDeliverable } = taskOf(run, task)
  const i = indexOf(run, task)
  return (
    <div className="task-work">
      <section>
        <h2>{work.is === 'prompt' ? 'Prompt' : 'Command'}</h2>
        <pre className="task-text">{work.is === 'prompt' ? work.text : work.line}</pre>
      </section>
      {expectedDeliverable !== null && (
        <section>
          <h2>What should come of it</h2>
          <p>{expectedDeliverable}</p>
        </section>
      )}
      <Neighbours title="Comes after" tasks={run.graph.before[i]!} run={run} />
      <Neighbours title="Is waited for by" tasks={run.graph.after[i]!} run={run} />
      {files.length > 0 && (
        <section>
          <h2>Is expected to change</h2>
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
  readonly tasks: readonly number[]
  readonly run: Run
}

function Neighbours({ title, tasks, run }: NeighboursProps) {
  const pathOf = useTaskPath()
  if (tasks.length === 0) return null
  return (
    <section>
      <h2>{title}</h2>
      <ul className="task-neighbours">
        {tasks.map((i) => (
          <li key={i}>
            <TaskMark task={run.plan.tasks[i]!.id} />
            <Link href={pathOf(run.plan.tasks[i]!.id)}>{run.plan.tasks[i]!.name}</Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
