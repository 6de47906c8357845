/** Everything about one task. */
import { useShownRun } from '../live/shown-run.tsx'

export default function TaskPage({ task }: { readonly task: string }) {
  const { run } = useShownRun()
  return (
    <p>
      {run.id} {task}
    </p>
  )
}
