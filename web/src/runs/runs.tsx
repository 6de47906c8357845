/** Runs. */
import { useShownRun } from '../live/shown-run.tsx'

export default function Runs() {
  const { run } = useShownRun()
  return <p>{run.id}</p>
}
