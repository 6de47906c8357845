/** The board. */
import { useShownRun } from '../live/shown-run.tsx'

export function Board() {
  const { run } = useShownRun()
  return (
    <ul>
      {run.plan.tasks.map((task, i) => (
        <li key={task.id}>
          {task.name}: {run.states[i]!.is}
        </li>
      ))}
    </ul>
  )
}
