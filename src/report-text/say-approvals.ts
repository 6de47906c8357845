/** Tells users of plain output which tasks need their approval to start; no event says so. */
import type { Run } from '../core/run/run.ts'
import { waitingTasks } from '../core/schedule/why-waiting.ts'
import type { TaskId } from '../core/value/ids.ts'
import { clockTime } from '../core/say/say-event.ts'

/** Call the returned function after every event: it says once for each task that only the approval is missing. */
export function watchForApprovals(run: Run, say: (line: string) => void): () => void {
  const told = new Set<TaskId>()
  let looked = ''
  return () => {
    // What a task waits for changes when another one lands, or the plan does.
    const moment = `${run.counts.landed} of ${run.plan.tasks.length}`
    const isAnyLeft = run.plan.tasks.some(({ needsHuman, id }) => needsHuman && !told.has(id))
    if (moment === looked || !isAnyLeft) return
    looked = moment
    for (const [task, wait] of waitingTasks(run, run.lastEventAt)) {
      if (wait.is !== 'needs-human' || told.has(task)) continue
      told.add(task)
      say(`${clockTime(run.lastEventAt)}  ${task}  needs your approval to start`)
    }
  }
}
