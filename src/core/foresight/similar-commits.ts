/** Past commits whose messages resemble a text, by BM25. */
import type { HistoryIndex } from './index/history-index.ts'
import type { Question } from './question.ts'

export interface Neighbour {
  readonly commit: number
  /** From 0 to 1: how much it resembles the text, compared with the one that resembles it most. */
  readonly likeness: number
}

export interface Neighbours {
  readonly all: readonly Neighbour[]
  /** How well the best one fits: its score, not counting its age, for each unit of weight of the question. */
  readonly fit: number
}

const MOST_NEIGHBOURS = 80

export function similarCommits(index: HistoryIndex, question: Question): Neighbours {
  const { messages, words, sheets } = index
  const scores = sheets.take(messages.size)
  let totalWeight = 0
  for (const [word, weight] of question.weights) {
    totalWeight += weight
    const number = words.find(word)
    if (number >= 0) messages.scoreWord(number, weight, scores)
  }
  const best = scores.max()
  scores.scale((commit) => decayAt(messages.size - 1 - commit))
  const top = scores.top(MOST_NEIGHBOURS)
  const max = top.length === 0 ? 1 : scores.get(top[0]!)
  return {
    all: top.map((commit) => ({ commit, likeness: scores.get(commit) / max })),
    fit: totalWeight === 0 ? 0 : best / totalWeight,
  }
}

/** Of each age, so that it is worked out once. */
const decays: number[] = []

function decayAt(age: number): number {
  while (decays.length <= age) decays.push((1 + decays.length / 50) ** -0.15)
  return decays[age]!
}
