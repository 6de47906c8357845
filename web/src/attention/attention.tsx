/** Attention. */
import { useShownRun } from '../live/shown-run.tsx'

export default function Attention() {
  const { run } = useShownRun()
  return <p>{run.id}</p>
}
