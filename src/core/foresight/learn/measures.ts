/** How right foresight was: measures over tasks whose real files are known. */
import { collisionChance } from '../collision-chance.ts'
import type { ForeseenFile } from '../foreseen-file.ts'

export interface Judged {
  /** The likeliest first. */
  readonly foreseen: readonly ForeseenFile[]
  readonly touched: readonly string[]
}

export interface Rightness {
  readonly tasks: number
  /** The share of touched files that are among the first 5 or 10 foreseen ones. */
  readonly recall5: number
  readonly recall10: number
  /** The share of the first 5 or 10 foreseen files that were touched. */
  readonly precision5: number
  readonly precision10: number
  /** The mean of 1 / place of the first foreseen file that was touched. */
  readonly reciprocalRank: number
  /** The chance that a pair of tasks that collide has a higher chance to collide than a pair that does not. */
  readonly collisionAuc: number
  /** The share of all pairs that share a file. */
  readonly collidingPairs: number
  /** How far probabilities are from what happened. */
  readonly fileError: number
  readonly pairError: number
}

export function rightnessOf(all: readonly Judged[]): Rightness {
  const judged = all.filter(({ touched }) => touched.length > 0)
  const pairs = pairsOf(judged)
  return {
    tasks: judged.length,
    recall5: mean(judged.map((one) => hits(one, 5) / one.touched.length)),
    recall10: mean(judged.map((one) => hits(one, 10) / one.touched.length)),
    precision5: mean(judged.map((one) => hits(one, 5) / 5)),
    precision10: mean(judged.map((one) => hits(one, 10) / 10)),
    reciprocalRank: mean(judged.map(reciprocalRank)),
    collisionAuc: aucOf(pairs),
    collidingPairs: mean(pairs.map(({ is }) => (is ? 1 : 0))),
    fileError: calibrationError(
      judged.flatMap(({ foreseen, touched }) =>
        foreseen.map(({ path, p }) => ({ p, is: touched.includes(path) })),
      ),
    ),
    pairError: calibrationError(pairs),
  }
}

const mean = (numbers: readonly number[]): number =>
  numbers.length === 0 ? 0 : numbers.reduce((sum, number) => sum + number, 0) / numbers.length

const hits = ({ foreseen, touched }: Judged, count: number): number =>
  foreseen.slice(0, count).filter(({ path }) => touched.includes(path)).length

function reciprocalRank({ foreseen, touched }: Judged): number {
  const place = foreseen.findIndex(({ path }) => touched.includes(path))
  return place < 0 ? 0 : 1 / (place + 1)
}

export interface Guess {
  readonly p: number
  readonly is: boolean
}

function pairsOf(judged: readonly Judged[]): readonly Guess[] {
  const pairs: Guess[] = []
  judged.forEach((one, at) => {
    for (const other of judged.slice(at + 1))
      pairs.push({
        p: collisionChance(one.foreseen, other.foreseen),
        is: one.touched.some((path) => other.touched.includes(path)),
      })
  })
  return pairs
}

/** Ties count half. */
export function aucOf(guesses: readonly Guess[]): number {
  const sorted = guesses.toSorted((a, b) => a.p - b.p)
  const right = sorted.filter(({ is }) => is).length
  const wrong = sorted.length - right
  if (right === 0 || wrong === 0) return 0.5
  let ranks = 0
  for (let from = 0; from < sorted.length;) {
    let to = from
    while (to < sorted.length && sorted[to]!.p === sorted[from]!.p) to++
    const tied = sorted.slice(from, to).filter(({ is }) => is).length
    ranks += (tied * (from + 1 + to)) / 2
    from = to
  }
  return (ranks - (right * (right + 1)) / 2) / (right * wrong)
}

const BINS = 10

/** The mean distance between what was foreseen and what happened, in ten bins of probability. */
export function calibrationError(guesses: readonly Guess[]): number {
  const bins = Array.from({ length: BINS }, () => ({ foreseen: 0, happened: 0 }))
  for (const { p, is } of guesses) {
    const bin = bins[Math.min(BINS - 1, Math.floor(p * BINS))]!
    bin.foreseen += p
    bin.happened += is ? 1 : 0
  }
  const far = bins.reduce((sum, { foreseen, happened }) => sum + Math.abs(foreseen - happened), 0)
  return guesses.length === 0 ? 0 : far / guesses.length
}
