/** What is asked from a browser: of whoever conducts, or, when nobody does, of somebody who then goes on. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Reply } from '../conduct/conduct-run.ts'
import { answerAsk, type Ask } from '../core/ask.ts'
import { foldRun } from '../core/apply-event.ts'
import type { AddReply } from '../server/control-server.ts'
import type { EventLog, NotConducted } from '../server/served-repository.ts'
import { findCoordinator, type CoordinatorCard } from '../store/coordinator-lock.ts'
import { answerComplaints } from './answer-complaints.ts'
import { addByCoordinator, reachCoordinator } from './reach-coordinator.ts'
import { startApart } from './start-apart.ts'
import type { Workspace } from './workspace.ts'

export async function askServed(
  ask: Ask,
  workspace: Workspace,
  log: EventLog,
): Promise<Reply | NotConducted> {
  const coordinator = findCoordinator(workspace.home)
  const reply = coordinator === null ? null : await replyOf(coordinator, ask, workspace)
  return reply ?? askSomebodyNew(ask, workspace, log)
}

/** null: it has ended in this very moment, as one does that only people can help; what was asked it has not heard. */
async function replyOf(
  card: CoordinatorCard,
  ask: Ask,
  { home }: Workspace,
): Promise<Reply | null> {
  try {
    return await reachCoordinator(card, ask)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
    for (let waited = 0; waited < LONGEST_END; waited += 50) {
      if (findCoordinator(home)?.process.pid !== card.process.pid) return null
      await sleep(50)
    }
    throw error
  }
}

const LONGEST_END = 5000

async function askSomebodyNew(
  ask: Ask,
  { root }: Workspace,
  log: EventLog,
): Promise<Reply | NotConducted> {
  const id = log.newestRun()
  const run = id === null ? null : foldRun(log.eventsOf(id))
  if (run === null || !GOES_ON.has(ask.ask)) return NOT_CONDUCTED
  const answer = answerAsk(run, ask)
  if (!answer.accepted) return answer
  const typed = { command: 'ask', words: ['-'], input: JSON.stringify(ask) }
  await answerComplaints(() => startApart(typed, root))
  return { accepted: true, affected: answer.affected }
}

/** Asks after which a run that nobody conducts has something to do, or is over, or knows what a person has said. */
const GOES_ON: ReadonlySet<Ask['ask']> = new Set([
  'unpause',
  'unpause-batch',
  'cancel-run',
  'cancel',
  'retry',
  'skip',
  'approve',
  'reject',
  'land',
  'land-all',
  'guide',
  'budget',
  'accept-branch',
])

const NOT_CONDUCTED: NotConducted = { accepted: false, refusal: { is: 'not-conducted' } }

export async function addServed(
  tasks: unknown,
  { home }: Workspace,
): Promise<AddReply | NotConducted> {
  const coordinator = findCoordinator(home)
  if (coordinator === null) return NOT_CONDUCTED
  return addByCoordinator(coordinator, tasks, null)
}
