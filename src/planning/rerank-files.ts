/** Asks a model which of the foreseen files some tasks will really touch. */
import { NO_USAGE, plusUsage, type Usage } from '../core/agent/usage.ts'
import { CHANCES, type Chance } from '../core/foresight/pool-guess.ts'
import { fieldOf, isAnswer } from '../core/planning/check/answer-fields.ts'
import { modelFailure } from './model-failure.ts'
import { newBoundary } from './new-boundary.ts'
import type { ModelAnswer, ModelFailure, PlanningModel } from './planning-model.ts'
import { MOST_CANDIDATES, rerankQuestion, type TaskToRerank } from './prompts/rerank.ts'

export interface Reranked {
  /** For each task, in order: only files that were asked about; null: the model did not answer about it. */
  readonly guesses: readonly (ReadonlyMap<string, Chance> | null)[]
  /** Why some tasks have no guess; null: all have one. */
  readonly failure: ModelFailure | null
  /** Also of questions that failed. */
  readonly usage: Usage
  readonly questions: number
}

/** More tasks in one question would make the answer worse. */
const TASKS_OF_A_QUESTION = 10

/** Never rejects: what cannot be asked has no guess. */
export async function rerankFiles(
  tasks: readonly TaskToRerank[],
  model: PlanningModel,
  signal: AbortSignal,
): Promise<Reranked> {
  const groups = inGroups(tasks)
  const answers = await Promise.all(groups.map((group) => askAbout(group, model, signal)))
  const failures = answers.filter(({ answer }) => answer.is === 'failed')
  return {
    guesses: answers.flatMap(({ guesses }): Reranked['guesses'] => guesses),
    failure: (failures[0]?.answer as ModelFailure | undefined) ?? null,
    usage: answers.reduce((sum, { answer }) => plusUsage(sum, answer.usage), NO_USAGE),
    questions: groups.length,
  }
}

const inGroups = (tasks: readonly TaskToRerank[]): readonly (readonly TaskToRerank[])[] =>
  tasks.flatMap((_, at) =>
    at % TASKS_OF_A_QUESTION === 0 ? [tasks.slice(at, at + TASKS_OF_A_QUESTION)] : [],
  )

interface Asked {
  readonly answer: ModelAnswer
  readonly guesses: Reranked['guesses']
}

async function askAbout(
  group: readonly TaskToRerank[],
  model: PlanningModel,
  signal: AbortSignal,
): Promise<Asked> {
  const texts = group.flatMap(({ subject, body, candidates }) => [subject, body, ...candidates])
  const answer = await model.ask(rerankQuestion(group, newBoundary(texts)), signal)
  const none = group.map(() => null)
  if (answer.is === 'failed') return { answer, guesses: none }
  const touched = isAnswer(answer.value) ? fieldOf(answer.value, 'touched') : undefined
  if (Array.isArray(touched)) return { answer, guesses: guessesIn(touched, group) }
  const says = `${model.name} answered with something unusable`
  return { answer: modelFailure('malformed', says, { usage: answer.usage }), guesses: none }
}

function guessesIn(
  touched: readonly unknown[],
  group: readonly TaskToRerank[],
): Reranked['guesses'] {
  const guesses = group.map(() => new Map<string, Chance>())
  for (const entry of touched) {
    if (!isAnswer(entry)) continue
    const at = Number(fieldOf(entry, 'task')) - 1
    const path = group[at]?.candidates.slice(0, MOST_CANDIDATES)[Number(fieldOf(entry, 'file')) - 1]
    const chance = CHANCES.find((word) => word === fieldOf(entry, 'chance'))
    if (path === undefined || chance === undefined || guesses[at]!.has(path)) continue
    guesses[at]!.set(path, chance)
  }
  return guesses
}
