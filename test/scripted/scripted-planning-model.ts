/** A planning model that gives prepared answers, one after another, the last one again and again. */
import { NO_USAGE } from '../../src/core/agent/usage.ts'
import { modelFailure, stoppedBy } from '../../src/planning/model-failure.ts'
import type {
  FailureReason,
  ModelAnswer,
  PlanningModel,
  Question,
} from '../../src/planning/planning-model.ts'

/** A value is answered; `hangs` waits until the question is cancelled. */
export type Prepared =
  | { readonly value: unknown }
  | { readonly fails: FailureReason; readonly retryAfter?: number }
  | { readonly hangs: true }

export interface ScriptedPlanningModel extends PlanningModel {
  readonly questions: readonly Question[]
}

/** Every answer, also a failed one, uses this. */
const USED = {
  ...NO_USAGE,
  inputTokens: 100,
  outputTokens: 10,
  costUsd: 0.5,
  costFrom: 'agent',
} as const

export function scriptedPlanningModel(...prepared: readonly Prepared[]): ScriptedPlanningModel {
  const questions: Question[] = []
  return {
    backend: 'api',
    name: 'the scripted model',
    questions,
    async ask(question, signal): Promise<ModelAnswer> {
      questions.push(question)
      const next = prepared[Math.min(questions.length, prepared.length) - 1]!
      if (signal.aborted) return stoppedBy(signal, 'the scripted model')
      if ('value' in next)
        return { is: 'answer', value: next.value, model: 'scripted-1', usage: USED }
      if ('hangs' in next) {
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        return stoppedBy(signal, 'the scripted model', USED)
      }
      const retryAfterSeconds = next.retryAfter ?? null
      return modelFailure(next.fails, `it fails (${next.fails})`, {
        retryAfterSeconds,
        usage: USED,
      })
    },
  }
}
