/** Asks something of a run. An ask whose result is already true counts as done. */
import { isAlreadySo, type Ask } from '../../core/ask/ask.ts'
import type { Run } from '../../core/run/run.ts'
import { notNow, Refused, refusedAsk } from '../http/api-error.ts'
import type { ServedRepository } from '../served/served-repository.ts'
import type { RunFinder } from './run/find-run.ts'

export interface Done {
  readonly accepted: true
  /** Tasks that the ask changes. */
  readonly affected: readonly string[]
}

/** Throws Refused when the ask cannot be carried out. */
export type SendAsk = (run: Run, ask: Ask) => Promise<Done>

export const NOTHING_TO_DO: Done = { accepted: true, affected: [] }

export const sendAsk =
  (served: ServedRepository, runs: RunFinder): SendAsk =>
  async (run, ask) => {
    mustBeAskable(run, served, runs)
    const reply = await reached(() => served.ask(ask))
    if (reply.accepted) return { accepted: true, affected: reply.affected }
    if (isAlreadySo(runs.find(run.id), ask)) return NOTHING_TO_DO
    throw whyNot(run, reply.refusal)
  }

/** A run that is over has no coordinator and cannot get one, so that is the reason to give. */
export const whyNot = (run: Run, refusal: Parameters<typeof refusedAsk>[0]): Refused =>
  refusedAsk(refusal.is === 'not-conducted' && run.ended !== null ? { is: 'run-is-over' } : refusal)

/** Only the conducted run, or else the newest one, can be asked anything. */
export function mustBeAskable(run: Run, served: ServedRepository, runs: RunFinder): void {
  const open = served.conductedRun() ?? runs.newest()?.id
  if (run.id !== open)
    throw notNow('older_run', `run ${run.id} is not the one in progress here`, `run ${open} is`)
}

/** The coordinator may end while it is being asked: its socket is then gone or closed. */
export async function reached<Answer>(asking: () => Promise<Answer>): Promise<Answer> {
  try {
    return await asking()
  } catch (error) {
    if (!GONE.has((error as NodeJS.ErrnoException).code ?? '')) throw error
    throw new Refused(503, {
      error: 'coordinator_gone',
      message:
        'the coordinator of the run did not answer; the request may or may not have been carried out',
      hint: 'look at the run, then ask again',
    })
  }
}

const GONE: ReadonlySet<string> = new Set(['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'])
