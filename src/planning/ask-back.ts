/** Asks a model what the user should be asked before tasks are made. */
import {
  fieldOf,
  isAnswer,
  lineIn,
  linesIn,
  listIn,
  type Answer,
} from '../core/planning/check/answer-fields.ts'
import type { Usage } from '../core/agent/usage.ts'
import { modelFailure } from './model-failure.ts'
import { newBoundary } from './new-boundary.ts'
import type { ModelFailure, PlanningModel } from './planning-model.ts'
import { ABOUT, askBackQuestion } from './prompts/ask-back.ts'
import { textsOf, type PlanRequest } from './prompts/plan-request.ts'

interface QuestionBack {
  /** What the answer decides; null: the model does not say. */
  readonly about: (typeof ABOUT)[number] | null
  readonly question: string
  readonly why: string
  /** Likely answers, to choose from; any other is fine. */
  readonly options: readonly string[]
}

export interface AskedBack {
  readonly is: 'asked'
  readonly ready: readonly string[]
  readonly independent: readonly string[]
  readonly needsDesign: readonly string[]
  readonly sensitive: readonly string[]
  readonly questions: readonly QuestionBack[]
  readonly usage: Usage
}

/** A person loses patience with more. */
const MOST_QUESTIONS = 5
const MOST_OPTIONS = 4
const MOST_LINES = 20

export async function askBack(
  request: PlanRequest,
  model: PlanningModel,
  signal: AbortSignal,
): Promise<AskedBack | ModelFailure> {
  const question = askBackQuestion(request, newBoundary(textsOf(request)))
  const answer = await model.ask(question, signal)
  if (answer.is === 'failed') return answer
  const { value, usage } = answer
  if (!isAnswer(value))
    return modelFailure('malformed', `${model.name} asked nothing that can be read`, { usage })
  const lines = (key: string): readonly string[] =>
    linesIn(fieldOf(value, key)).slice(0, MOST_LINES)
  return {
    is: 'asked',
    ready: lines('ready'),
    independent: lines('independent'),
    needsDesign: lines('needs_design'),
    sensitive: lines('sensitive'),
    questions: listIn(fieldOf(value, 'questions'))
      .filter(isAnswer)
      .map(questionIn)
      .filter(({ question }) => question !== '')
      .slice(0, MOST_QUESTIONS),
    usage,
  }
}

const questionIn = (said: Answer): QuestionBack => ({
  about: ABOUT.find((word) => word === fieldOf(said, 'about')) ?? null,
  question: lineIn(fieldOf(said, 'question'), 300),
  why: lineIn(fieldOf(said, 'why'), 300),
  options: linesIn(fieldOf(said, 'options'), 80).slice(0, MOST_OPTIONS),
})
