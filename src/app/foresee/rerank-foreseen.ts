/** Lets a model judge the files that the history foresees for some tasks. Without a model the answer stays as it is. */
import { NO_USAGE, type Usage } from '../../core/agent/usage.ts'
import type { ExplainedFile, TaskToForesee } from '../../core/foresight/foresee-task.ts'
import { poolGuess } from '../../core/foresight/pool-guess.ts'
import type { Planner } from '../../planning/make-plan.ts'
import type { ModelFailure } from '../../planning/planning-model.ts'
import { MOST_CANDIDATES } from '../../planning/prompts/rerank.ts'
import { rerankFiles } from '../../planning/rerank-files.ts'

export interface Foreseen {
  readonly task: TaskToForesee
  readonly files: readonly ExplainedFile[]
}

export interface Reranking {
  /** The name of the model that judged; null: none did. */
  readonly by: string | null
  /** Why some or all files were not judged, as a part of a sentence; null: all were. */
  readonly because: string | null
  readonly failure: ModelFailure | null
  readonly usage: Usage
  readonly questions: number
}

/** Judging more files would cost more than it is worth. */
const MOST_TASKS = 60
/** One file alone cannot be put into another order. */
const FEWEST_FILES = 2
const LONGEST_MS = 120_000

export async function rerankForeseen(
  foreseen: readonly Foreseen[],
  planner: Pick<Planner, 'model' | 'because' | 'timeoutSeconds'>,
  signal: AbortSignal,
): Promise<{ readonly foreseen: readonly Foreseen[]; readonly reranking: Reranking }> {
  const { model, because } = planner
  if (model === null) return { foreseen, reranking: notAsked(because ?? 'no model is wanted') }
  const asked = foreseen.filter(({ files }) => files.length >= FEWEST_FILES).slice(0, MOST_TASKS)
  if (asked.length === 0)
    return { foreseen, reranking: notAsked('there is nothing to choose from') }
  const limit = AbortSignal.timeout(Math.min(planner.timeoutSeconds * 1000, LONGEST_MS))
  const { guesses, failure, usage, questions } = await rerankFiles(
    asked.map(({ task, files }) => ({
      subject: task.subject,
      body: task.body,
      candidates: files.map(({ path }) => path),
    })),
    model,
    AbortSignal.any([signal, limit]),
  )
  const judged = new Map(asked.map(({ task }, at) => [task.id, guesses[at] ?? null]))
  const isAny = guesses.some((guess) => guess !== null)
  return {
    foreseen: foreseen.map(({ task, files }) => {
      const guess = judged.get(task.id) ?? null
      return { task, files: guess === null ? files : poolGuess(files, MOST_CANDIDATES, guess) }
    }),
    reranking: {
      by: isAny ? model.name : null,
      because: failure?.says ?? null,
      failure,
      usage,
      questions,
    },
  }
}

export const notAsked = (because: string): Reranking => ({
  by: null,
  because,
  failure: null,
  usage: NO_USAGE,
  questions: 0,
})
