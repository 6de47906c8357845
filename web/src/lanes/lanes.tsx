/** Lanes. */
import { useShownRun } from '../live/shown-run.tsx'

export default function Lanes() {
  const { run } = useShownRun()
  return <p>{run.id}</p>
}
