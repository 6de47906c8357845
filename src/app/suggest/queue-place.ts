/** Where an order is queued: in the newest run or, if that is over or there is none, in the draft of the task file. */
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { draftOf, type QueuedOrder } from '../../core/ordering/queue-order.ts'
import { joinChanges, plannedRun, tryFitting } from '../../core/plan/plan-changes.ts'
import type { Run } from '../../core/run/run.ts'
import { keptDrafts } from '../../store/kept-drafts.ts'
import { changeWaitingTasks } from '../ask/change-waiting-tasks.ts'
import { refused } from '../ask/reach-coordinator.ts'
import { answerOrComplaint, Complaint } from '../console/complain.ts'
import { lookAtPlanOnly } from '../plan/load-plan.ts'
import { prepareWorkspace, type Workspace } from '../place/workspace.ts'
import { USUAL_FILE } from '../serve/repository/served-plan.ts'

export interface QueuePlace {
  readonly into: 'run' | 'draft'
  /** The run, or what the task file would be with its draft. */
  readonly run: Run
  /** null: a run. */
  readonly file: string | null
  /** "run 7". */
  readonly name: string
  /** What follows when it is queued. */
  readonly next: string
  change(queued: QueuedOrder): Promise<void>
}

export const queuePlace = (newest: Run | null, workspace: Workspace): Promise<QueuePlace> =>
  newest === null || newest.ended !== null
    ? inDraft(workspace)
    : Promise.resolve(inRun(newest, workspace))

const inRun = (run: Run, workspace: Workspace): QueuePlace => ({
  into: 'run',
  run,
  file: null,
  name: `run ${run.id}`,
  next: 'Nothing was started by it.',
  async change({ asks }) {
    const reply = await answerOrComplaint(
      changeWaitingTasks({ ask: 'together', asks }, run.id, workspace),
    )
    if (!reply.accepted) throw refused(reply.refusal)
  },
})

async function inDraft(workspace: Workspace): Promise<QueuePlace> {
  const { root, database } = workspace
  if (!existsSync(join(root, USUAL_FILE))) throw NO_TASKS
  const at = { ...workspace, folder: root }
  const { plan, settings } = await lookAtPlanOnly({ file: USUAL_FILE }, at, [])
  const drafts = keptDrafts(database, basename(root))
  const { run } = tryFitting(plannedRun(plan, settings), drafts.get(USUAL_FILE))
  return {
    into: 'draft',
    run,
    file: USUAL_FILE,
    name: `the draft of ${USUAL_FILE}`,
    next: `Start the run in the web app (\`conductor serve\`) to use the draft; \`conductor run ${USUAL_FILE}\` takes the file as it is written.`,
    async change(queued) {
      prepareWorkspace(workspace)
      drafts.set(USUAL_FILE, joinChanges([...drafts.get(USUAL_FILE), ...draftOf(queued)]))
    },
  }
}

const NO_TASKS = new Complaint(
  `there is no run, and no ${USUAL_FILE}, whose tasks could be put into this order`,
  'write a first plan with `conductor init`',
)
