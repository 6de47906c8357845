/** Asks whoever conducts a run, and does not wait for ever for one that is stopped or hangs. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Reply } from '../../conduct/conduct-run.ts'
import type { Refusal } from '../../core/ask/answer.ts'
import type { Ask } from '../../core/ask/ask.ts'
import type { ProcessIdentity } from '../../core/run/event.ts'
import { sayRefusal } from '../../core/say/say-failure.ts'
import { isStopped } from '../../processes/process-table.ts'
import { addThroughCoordinator, askCoordinator } from '../../server/control/ask-coordinator.ts'
import type { AddReply } from '../../server/control/control-server.ts'
import { findCoordinator, type CoordinatorCard } from '../../store/coordinator-lock.ts'
import { BAD_INPUT, Complaint, COULD_NOT_GO_ON } from '../console/complain.ts'

/** One run at a time: what is meant for another is not asked of this one. */
export function mustBeOf({ run }: CoordinatorCard, wanted: string | undefined): void {
  if (wanted === undefined || wanted === run) return
  throw new Complaint(
    `run ${run} is being conducted here, and run ${wanted} cannot go on beside it`,
    'wait until it is over, or stop it with `conductor cancel`',
  )
}

/** This process cannot conduct, because another one does. other null: it cannot be asked yet, or not any more. */
export class AlreadyConducted extends Complaint {
  constructor(other: CoordinatorCard | null) {
    if (other === null)
      super(
        'another process is just beginning to conduct a run here, or letting go of one, and cannot be asked',
        'try again in a moment; `conductor status` tells how the run stands',
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
 * Asks whoever conducts here (null: nobody does), else conducts. When several ask at once of a run that nobody
 * conducts, one of them conducts it, and the others are heard by that one as soon as it listens.
 */
export async function askOrConduct(
  home: string,
  ask: () => Promise<number | null>,
  conduct: () => Promise<number>,
): Promise<number> {
  for (const deadline = Date.now() + LONG; ;) {
    const answered = await ask()
    if (answered !== null) return answered
    try {
      return await conduct()
    } catch (error) {
      if (!(error instanceof AlreadyConducted) || Date.now() >= deadline) throw error
      await listensSoon(home)
    }
  }
}

/** Whoever has the lock may also be about to let go of it, so it is not waited for long. */
async function listensSoon(home: string): Promise<void> {
  for (let waited = 0; waited < 500 && findCoordinator(home) === null; waited += 50) await sleep(50)
}

/** Nobody is to blame for asking one that does not answer. */
export const refused = (refusal: Refusal, hint: string | null = null): Complaint =>
  new Complaint(sayRefusal(refusal), hint, refusal.is === 'no-answer' ? COULD_NOT_GO_ON : BAD_INPUT)

/** What a coordinator has answered, and who it is. */
export interface Heard<Answer> {
  readonly coordinator: CoordinatorCard
  readonly reply: Answer
}

/**
 * Asks whoever conducts here. One that ends in this very moment, as one does that only people can help, has not
 * heard it: then whoever has taken its place is asked. null: nobody conducts.
 */
export async function reachWhoever<Answer>(
  home: string,
  asking: (coordinator: CoordinatorCard) => Promise<Answer>,
  isSecond = false,
): Promise<Heard<Answer> | null> {
  const coordinator = findCoordinator(home)
  if (coordinator === null) return null
  try {
    return { coordinator, reply: await asking(coordinator) }
  } catch (error) {
    if (isSecond || !isUnheard(error) || !(await letsGo(home, coordinator))) throw error
    return reachWhoever(home, asking, true)
  }
}

/** Nobody was at the other end, or they left without an answer. */
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

/** In the form of the task file; by: the task that adds them. */
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
  // Nobody listens to it any more once it is late.
  answer.catch(() => {})
  try {
    return await Promise.race([answer, late(process, over.signal)])
  } finally {
    over.abort()
  }
}

/** A person waits this long without wondering. */
const A_MOMENT = 3000
/** A coordinator with much to do, on a machine with much to do, has answered by then. */
const LONG = 10_000

async function late(process: ProcessIdentity, signal: AbortSignal): Promise<NoAnswer> {
  try {
    await sleep(A_MOMENT, null, { signal })
    if (!isStopped(process)) await sleep(LONG - A_MOMENT, null, { signal })
  } catch {
    // It has answered.
  }
  const { pid } = process
  return { accepted: false, refusal: { is: 'no-answer', pid, isStopped: isStopped(process) } }
}
