/** Joins what the history of a repository foresees with what a model guesses that has read the task and the paths. */
import type { ExplainedFile } from './foresee-task.ts'
import { logit } from './features.ts'
import { logistic } from './learn/model.ts'

export const CHANCES = ['sure', 'likely', 'possible'] as const

/** How a model says that a file will be changed. */
export type Chance = (typeof CHANCES)[number]

const MEANT: Readonly<Record<Chance, number>> = { sure: 0.85, likely: 0.55, possible: 0.25 }
const NOT_NAMED = 0.03
/** The model knows what the words mean, the history how this repository is changed: the mean of both in log odds. */
const SHARE_OF_MODEL = 0.6

/** Only files that the model was shown are moved. */
export function poolGuess(
  files: readonly ExplainedFile[],
  shown: number,
  guesses: ReadonlyMap<string, Chance>,
): readonly ExplainedFile[] {
  const pooled = files.map((file, at) => (at < shown ? pooledWith(file, guesses) : file))
  return pooled.sort((a, b) => b.p - a.p)
}

function pooledWith(file: ExplainedFile, guesses: ReadonlyMap<string, Chance>): ExplainedFile {
  const chance = guesses.get(file.path)
  const meant = chance === undefined ? NOT_NAMED : MEANT[chance]
  const p = logistic(SHARE_OF_MODEL * logit(meant) + (1 - SHARE_OF_MODEL) * logit(file.p))
  // What a person has declared is not for a model to doubt.
  const isDeclared = file.evidence.some(({ is }) => is === 'declared')
  if (chance === undefined) return isDeclared ? file : { ...file, p }
  const evidence = [{ is: 'model', chance } as const, ...file.evidence]
  return { ...file, p: isDeclared ? Math.max(p, file.p) : p, evidence }
}
