/** The repository as the web server knows it: everything is read from disk, and asked of whoever conducts. */
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { attemptFolder, summaryFile } from '../agents/attempt-folder.ts'
import { transcriptFile } from '../agents/transcript-file.ts'
import type { Reply } from '../conduct/conduct-run.ts'
import { answerAsk, type Ask } from '../core/ask.ts'
import { foldRun } from '../core/apply-event.ts'
import { runId } from '../core/ids.ts'
import { NOT_MEASURED } from '../core/summary.ts'
import { askCoordinator, addThroughCoordinator } from '../server/ask-coordinator.ts'
import type {
  EventLog,
  NotConducted,
  ReadPlan,
  ServedRepository,
  Started,
  StartRequest,
} from '../server/served-repository.ts'
import { findCoordinator } from '../store/coordinator-lock.ts'
import { openEventLog } from '../store/event-log.ts'
import { Complaint } from './complain.ts'
import { lookAtPlan } from './load-plan.ts'
import { measuredIn } from './look-commands.ts'
import { ProblemList } from './problem-list.ts'
import { startApart, type Typed } from './start-apart.ts'
import { VERSION } from './version.ts'
import type { Workspace } from './workspace.ts'

export interface OpenedRepository extends Disposable {
  readonly served: ServedRepository
}

export function serveRepository(workspace: Workspace): OpenedRepository {
  const { home, root, database } = workspace
  const log = openEventLog(database)
  const served: ServedRepository = {
    name: basename(root),
    folder: root,
    version: VERSION,
    log,
    conductedRun: () => findCoordinator(home)?.run ?? null,
    ask: (ask) => askOrGoOn(workspace, log, ask),
    async add(tasks) {
      const coordinator = findCoordinator(home)
      return coordinator === null
        ? NOT_CONDUCTED
        : addThroughCoordinator(coordinator.socket, tasks, null)
    },
    start: (request) => started(runTyped(request), workspace),
    resume: (run) => started({ command: 'resume', options: ['--no-ui'], words: [run] }, workspace),
    plan: (file) => readPlan(file, workspace),
    transcript: (run, attempt) =>
      transcriptFile(attemptFolder(home, { ...run.attempts.get(attempt)!, run: run.id })),
    measured(run) {
      const file = summaryFile(home, run)
      return existsSync(file) ? measuredIn(file) : NOT_MEASURED
    },
    worktrees: null,
  }
  return { served, [Symbol.dispose]: log[Symbol.dispose] }
}

const NOT_CONDUCTED: NotConducted = { accepted: false, refusal: { is: 'not-conducted' } }

async function askOrGoOn(
  workspace: Workspace,
  log: EventLog,
  ask: Ask,
): Promise<Reply | NotConducted> {
  const coordinator = findCoordinator(workspace.home)
  if (coordinator !== null) return askCoordinator(coordinator.socket, ask)
  const id = log.newestRun()
  const run = id === null ? null : foldRun(log.eventsOf(id))
  if (run === null || !GOES_ON.has(ask.ask)) return NOT_CONDUCTED
  const answer = answerAsk(run, ask)
  if (!answer.accepted) return answer
  await startApart({ command: 'ask', words: [JSON.stringify(ask)] }, workspace.root)
  return { accepted: true, affected: answer.affected }
}

/** Asks after which a run that nobody conducts has something to do, or is over. */
const GOES_ON: ReadonlySet<Ask['ask']> = new Set([
  'unpause',
  'cancel-run',
  'cancel',
  'retry',
  'approve',
  'reject',
  'land',
  'land-all',
  'guide',
  'budget',
])

const runTyped = ({ file, parallel, agent, hold, unfinished }: StartRequest): Typed => ({
  command: 'run',
  options: [
    '--no-ui',
    ...(unfinished === null ? [] : [`--${unfinished}`]),
    ...(parallel === null ? [] : [`--parallel=${parallel}`]),
    ...(agent === null ? [] : [`--agent=${agent}`]),
    ...(hold ? ['--hold'] : []),
  ],
  words: [file ?? USUAL_FILE],
})

const USUAL_FILE = 'tasks.yaml'

async function started(typed: Typed, { root }: Workspace): Promise<Started> {
  try {
    const { run } = await startApart(typed, root)
    return { ok: true, run: runId(Number(run)) }
  } catch (error) {
    if (!(error instanceof Complaint)) throw error
    return { ok: false, message: error.message, hint: error.hint }
  }
}

async function readPlan(file: string | null, workspace: Workspace): Promise<ReadPlan | null> {
  const said = file ?? USUAL_FILE
  const at = { ...workspace, folder: workspace.root }
  if (file === null && !existsSync(join(workspace.root, USUAL_FILE))) return null
  try {
    const { plan, settings, warnings } = await lookAtPlan({ file: said }, at, [])
    return { ok: true, file: said, plan, settings, warnings }
  } catch (error) {
    if (!(error instanceof Complaint)) throw error
    const { message, hint } = error
    const problems =
      error instanceof ProblemList ? error.problems : [{ place: said, message, hint }]
    return { ok: false, file: said, problems }
  }
}
