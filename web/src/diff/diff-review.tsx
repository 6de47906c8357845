/** What a task changed. */
import type { TaskId } from '../../../src/core/ids.ts'

export default function DiffReview({ task }: { readonly task: TaskId }) {
  return <p>{task}</p>
}
