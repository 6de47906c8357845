/** Asks a question until its answer satisfies our own rules: at most twice, the second time with what was wrong. */
import type { ModelAnswer, ModelFailure, PlanningModel, Question } from './planning-model.ts'
import { foreignWords, modelFailure } from './model-failure.ts'
import type { PlanningSession } from './planning-session.ts'

type Checked<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problems: readonly string[] }

export interface Unsettled<Value> {
  /** problems: those of the last answer; none when it is asked for the first time. */
  readonly question: (problems: readonly string[]) => Question
  /** canAskAgain: false means that what could merely be better is taken as it is. */
  readonly check: (
    value: unknown,
    answer: { readonly model: string | null; readonly canAskAgain: boolean },
  ) => Checked<Value>
}

export type Settled<Value> = { readonly is: 'settled'; readonly value: Value } | ModelFailure

export async function settle<Value>(
  session: PlanningSession,
  model: PlanningModel,
  { question, check }: Unsettled<Value>,
): Promise<Settled<Value>> {
  const first = await session.ask(model, question([]))
  const problems = problemsOf(first, check)
  if ('is' in problems) return problems
  session.add(
    `the answer of ${model.name} cannot be used yet, asking again: ${foreignWords(problems[0]!)}`,
  )
  const second = await session.ask(model, question(problems))
  const taken = lastResort(second, check) ?? lastResort(first, check)
  if (taken !== null) return { is: 'settled', value: taken }
  return second.is === 'failed' ? second : wrongTwice(model, second, check)
}

/** The settled value, a failure that asking again would not change, or what to say when asking again. */
function problemsOf<Value>(
  answer: ModelAnswer,
  check: Unsettled<Value>['check'],
): Settled<Value> | readonly string[] {
  if (answer.is === 'failed') return ASKED_AGAIN[answer.why] ?? answer
  const checked = check(answer.value, { model: answer.model, canAskAgain: true })
  return checked.ok ? { is: 'settled', value: checked.value } : checked.problems
}

const ASKED_AGAIN: Partial<Record<ModelFailure['why'], readonly string[]>> = {
  malformed: ['The answer was not the JSON object that was asked for.'],
  truncated: ['The answer was too long and was cut off. Say the same in fewer words.'],
}

function lastResort<Value>(answer: ModelAnswer, check: Unsettled<Value>['check']): Value | null {
  if (answer.is === 'failed') return null
  const checked = check(answer.value, { model: answer.model, canAskAgain: false })
  return checked.ok ? checked.value : null
}

function wrongTwice<Value>(
  model: PlanningModel,
  answer: Extract<ModelAnswer, { is: 'answer' }>,
  check: Unsettled<Value>['check'],
): ModelFailure {
  const checked = check(answer.value, { model: answer.model, canAskAgain: false })
  const problem = checked.ok ? '' : `: ${foreignWords(checked.problems[0]!).replace(/\.$/, '')}`
  return modelFailure('malformed', `${model.name} answered twice with something unusable${problem}`)
}
