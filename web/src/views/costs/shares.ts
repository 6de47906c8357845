/** The share of each stage of a run, and of each part of the quality of its work. */
import type { Quality, QualityPart } from '../../../../src/core/report/quality.ts'
import type { Result, Summary } from '../../../../src/core/report/summary.ts'

export interface StageShare {
  readonly stage: string
  readonly seconds: number
  /** Of all stages together, 0 to 1; `from`: where it begins. */
  readonly share: number
  readonly from: number
}

/** Stages that took no time are left out. */
export function shareOfStages(stages: Summary['stage_s']): readonly StageShare[] {
  const all = Object.values(stages).reduce((sum, seconds) => sum + seconds, 0)
  let from = 0
  return Object.entries(stages).flatMap(([stage, seconds]) => {
    if (seconds <= 0) return []
    const share = seconds / all
    from += share
    return [{ stage, seconds, share, from: from - share }]
  })
}

export interface JudgedTask extends Pick<Result, 'id' | 'status'> {
  readonly quality: Quality
}

/** The lowest score first, then those without a score. */
export const judgedTasks = (results: readonly Result[]): readonly JudgedTask[] =>
  results
    .flatMap(({ id, status, quality }) => (quality === null ? [] : [{ id, status, quality }]))
    .toSorted((a, b) => (a.quality.score ?? 101) - (b.quality.score ?? 101))

export interface PartShare {
  readonly part: QualityPart['part']
  /** The points reached of those possible, 0 to 1, over all tasks of which it is known; null: of none. */
  readonly share: number | null
}

/** How well each part did over all tasks. */
export function shareOfParts(tasks: readonly JudgedTask[]): readonly PartShare[] {
  const parts = tasks.flatMap(({ quality }) => quality.parts)
  return [...Map.groupBy(parts, ({ part }) => part)].map(([part, some]) => {
    const judged = some.filter(({ points }) => points !== null)
    const most = judged.reduce((sum, { of }) => sum + of, 0)
    const share = judged.reduce((sum, { points }) => sum + points!, 0) / most
    return { part, share: most === 0 ? null : share }
  })
}
