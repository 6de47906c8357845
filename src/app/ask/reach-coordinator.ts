/** Asks a coordinator with a time limit, so that no caller waits for ever for one that is stopped or hangs. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Reply } from '../../conduct/conduct-run.ts'
import type { Refusal } from '../../core/ask/answer.ts'
import type { Ask } from '../../core/ask/ask.ts'
import type { ProcessIdentity } from '../../core/run/event.ts'
import { sayRefusal } from '../../core/say/say-failure.ts'
import { isStopped } from '../../processes/process-table.ts'
import { addThroughCoordinator, askCoordinator } from '../../server/control/ask-coordinator.ts'
import type { AddReply } from '../../server/control/control-server.ts'
import {
  findCoordinator,
  isCoordinatorLocked,
  type CoordinatorCard,
} from '../../store/coordinator-lock.ts'
import { BAD_INPUT, Complaint, COULD_NOT_GO_ON } from '../console/complain.ts'

/** There is one run at a time: an ask that is meant for another run is refused. */
export function mustBeOf({ run }: CoordinatorCard, wanted: string | undefined): void {
  if (wanted === undefined || wanted === run) return
  throw new Complaint(
    `run ${run} is being conducted here, so run ${wanted} cannot continue at the same time`,
    'wait until it is over, or stop it with `conductor cancel`',
  )
}

/** This process cannot conduct, because another process does. other null: the other process cannot be asked yet, or not any more. */
export class AlreadyConducted extends Complaint {
  constructor(other: CoordinatorCard | null) {
    if (other === null)
      super(
        'another process is just starting or ending a run here, and cannot answer',
        'try again in a moment; `conductor status` shows the state of the run',
        COULD_NOT_GO_ON,
      )
    else
      super(
        `run ${other.run} (process ${other.process.pid}) is being conducted here already`,
        'see it with `conductor watch`, stop it with `conductor cancel`',
        BAD_INPUT,
      )
  }
}

/**
 * Asks the coordinator (null: there is none), else conducts. When several processes ask about a run without a
 * coordinator, one of them conducts it, and the others ask that one as soon as it listens.
 */
export async function askOrConduct(
  ask: () => Promise<number | null>,
  conduct: () => Promise<number>,
): Promise<number> {
  for (const deadline = Date.now() + LONG; ;) {
    const exitCode = await ask()
    if (exitCode !== null) return exitCode
    try {
      return await conduct()
    } catch (error) {
      if (!(error instanceof AlreadyConducted) || Date.now() >= deadline) throw error
    }
  }
}

/** A coordinator that does not answer is not the user's mistake, so that has another exit code. */
export const refused = (refusal: Refusal, hint: string | null = null): Complaint =>
  new Complaint(sayRefusal(refusal), hint, refusal.is === 'no-answer' ? COULD_NOT_GO_ON : BAD_INPUT)

/** What a coordinator has answered, and which one it was. */
export interface Heard<Answer> {
  readonly coordinator: CoordinatorCard
  readonly reply: Answer
}

/**
 * Asks the coordinator. One that ends in this very moment, as it does when only people can help the run, has not heard
 * the ask: then the coordinator that has taken its place is asked. null: there is none.
 */
export async function reachWhoever<Answer>(
  home: string,
  asking: (coordinator: CoordinatorCard) => Promise<Answer>,
  isSecond = false,
): Promise<Heard<Answer> | null> {
  const coordinator = await listeningCoordinator(home)
  if (coordinator === null) return null
  try {
    return { coordinator, reply: await asking(coordinator) }
  } catch (error) {
    if (isSecond || !isUnheard(error) || !(await letsGo(home, coordinator))) throw error
    return reachWhoever(home, asking, true)
  }
}

/** Waits for a coordinator that has the lock and does not listen yet. */
async function listeningCoordinator(home: string): Promise<CoordinatorCard | null> {
  for (const deadline = Date.now() + LONG; ; await sleep(50)) {
    const coordinator = findCoordinator(home)
    if (coordinator !== null || !isCoordinatorLocked(home) || Date.now() >= deadline)
      return coordinator
  }
}

/** No process was at the other end, or it left without an answer. */
const isUnheard = (error: unknown): boolean => (error as NodeJS.ErrnoException).code !== undefined

async function letsGo(home: string, { process }: CoordinatorCard): Promise<boolean> {
  for (let waited = 0; waited < LONGEST_END; waited += 50) {
    if (findCoordinator(home)?.process.pid !== process.pid) return true
    await sleep(50)
  }
  return false
}

const LONGEST_END = 5000

export const reachCoordinator = ({ process, socket }: CoordinatorCard, ask: Ask): Promise<Reply> =>
  inTime(process, (signal) => askCoordinator(socket, ask, signal))

/** The tasks are in the form of the task file; by: the task that adds them. */
export const addByCoordinator = (
  { process, socket }: CoordinatorCard,
  tasks: unknown,
  by: string | null,
): Promise<AddReply> =>
  inTime(process, (signal) => addThroughCoordinator(socket, tasks, by, signal))

type NoAnswer = Reply & { readonly accepted: false }

async function inTime<Answer>(
  process: ProcessIdentity,
  asking: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer | NoAnswer> {
  const over = new AbortController()
  const answer = asking(over.signal)
  // Once the answer is late, its failure is of no interest.
  answer.catch(() => {})
  try {
    return await Promise.race([answer, late(process, over.signal)])
  } finally {
    over.abort()
  }
}

/** Milliseconds that a person waits without wondering. */
const A_MOMENT = 3000
/** Milliseconds after which a busy coordinator on a busy machine has answered. */
const LONG = 10_000

async function late(process: ProcessIdentity, signal: AbortSignal): Promise<NoAnswer> {
  try {
    await sleep(A_MOMENT, null, { signal })
    if (!isStopped(process)) await sleep(LONG - A_MOMENT, null, { signal })
  } catch {
    // The coordinator has answered.
  }
  const { pid } = process
  return { accepted: false, refusal: { is: 'no-answer', pid, isStopped: isStopped(process) } }
}
