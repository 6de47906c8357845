/** PlanView. */
import { useShownRun } from '../live/shown-run.tsx'

export default function PlanView() {
  const { run } = useShownRun()
  return <p>{run.id}</p>
}
