/** The questions of one planning: patient with a model that is busy, within one time limit, and counted together. */
import { setTimeout as sleep } from 'node:timers/promises'
import { NO_USAGE, plusUsage, type Usage } from '../core/agent/usage.ts'
import { formatDuration } from '../core/value/duration.ts'
import type { ModelAnswer, ModelFailure, PlanningModel, Question } from './planning-model.ts'

/** As in the life of a run before its tasks start. */
type PlanningState = 'initialized' | 'analysing' | 'planning' | 'ready' | 'failed'

export interface PlanningProgress {
  readonly state: PlanningState
  /** One sentence for people. */
  readonly says: string
  readonly elapsedSeconds: number
  /** What has been used so far. */
  readonly usage: Usage
}

export type OnProgress = (progress: PlanningProgress) => void

export interface PlanningSession {
  tell(state: PlanningState, says: string): void
  /** Says something more about the state that was told last. */
  add(says: string): void
  ask(model: PlanningModel, question: Question): Promise<ModelAnswer>
  /** What all questions have used together, also those that failed. */
  spent(): Spent
}

export interface Spent {
  readonly usage: Usage
  readonly questions: number
  readonly seconds: number
}

/** patience: the most seconds to wait before a busy model is asked once more. */
export function openSession(
  onProgress: OnProgress,
  signal: AbortSignal,
  patience = PATIENCE_SECONDS,
): PlanningSession {
  const began = performance.now()
  let state: PlanningState = 'initialized'
  let usage = NO_USAGE
  let questions = 0
  const elapsed = (): number => (performance.now() - began) / 1000
  const add = (says: string): void => onProgress({ state, says, elapsedSeconds: elapsed(), usage })

  return {
    tell(next, says) {
      state = next
      add(says)
    },
    add,
    async ask(model, question) {
      const answer = await askOnce(model, question)
      const wait = answer.is === 'failed' ? secondsToWait(answer, patience) : null
      if (wait === null || signal.aborted) return answer
      add(`${(answer as ModelFailure).says}; asking again in ${formatDuration(wait)}`)
      await sleep(wait * 1000, null, { signal }).catch(() => {})
      return askOnce(model, question)
    },
    spent: () => ({ usage, questions, seconds: elapsed() }),
  }

  async function askOnce(model: PlanningModel, question: Question): Promise<ModelAnswer> {
    questions++
    const answer = await model.ask(question, signal)
    usage = plusUsage(usage, answer.usage)
    return answer
  }
}

/** A person would rather have a plan that was made offline than wait longer than this. */
const PATIENCE_SECONDS = 30
const USUAL_WAIT_SECONDS = 2

/** null: it makes no sense to ask the same again. */
function secondsToWait({ why, retryAfterSeconds }: ModelFailure, patience: number): number | null {
  const isPassing = why === 'rate-limited' || why === 'overloaded' || why === 'network'
  const seconds = retryAfterSeconds ?? USUAL_WAIT_SECONDS
  return isPassing && seconds <= patience ? seconds : null
}
