/** Timeline. */
import { useShownRun } from '../live/shown-run.tsx'

export default function Timeline() {
  const { run } = useShownRun()
  return <p>{run.id}</p>
}
