/** Asks a model which of the foreseen files a task will really touch. */
import { fieldOf, isAnswer, listIn } from '../core/planning/answer-fields.ts'
import type { Usage } from '../core/agent/usage.ts'
import { newBoundary } from './new-boundary.ts'
import type { ModelFailure, PlanningModel } from './planning-model.ts'
import { CHANCES, MOST_CANDIDATES, rerankQuestion, type RerankRequest } from './prompts/rerank.ts'

export interface RerankedFiles {
  readonly is: 'reranked'
  /** Only files that were asked about, each once, the surest first as the model says. */
  readonly files: readonly RerankedFile[]
  readonly usage: Usage
}

interface RerankedFile {
  readonly path: string
  readonly chance: (typeof CHANCES)[number]
}

export async function rerankFiles(
  request: RerankRequest,
  model: PlanningModel,
  signal: AbortSignal,
): Promise<RerankedFiles | ModelFailure> {
  const { subject, body, candidates } = request
  const boundary = newBoundary([subject, body, ...candidates])
  const answer = await model.ask(rerankQuestion(request, boundary), signal)
  if (answer.is === 'failed') return answer
  const touched = isAnswer(answer.value) ? listIn(fieldOf(answer.value, 'touched')) : []
  const files = touched.flatMap((said) => fileIn(said, candidates.slice(0, MOST_CANDIDATES)))
  return { is: 'reranked', files: withoutDoubles(files), usage: answer.usage }
}

function fileIn(said: unknown, candidates: readonly string[]): readonly RerankedFile[] {
  if (!isAnswer(said)) return []
  const path = candidates[Number(fieldOf(said, 'file')) - 1]
  const chance = CHANCES.find((word) => word === fieldOf(said, 'chance'))
  return path === undefined || chance === undefined ? [] : [{ path, chance }]
}

const withoutDoubles = (files: readonly RerankedFile[]): readonly RerankedFile[] =>
  files.filter(({ path }, i) => files.findIndex((other) => other.path === path) === i)
