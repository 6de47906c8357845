/** The quality of the work in words: the score, and why it is not higher. */
import { sayMeanQuality, sayScore, type Quality, type QualityPart } from '../core/report/quality.ts'
import type { Summary } from '../core/report/summary.ts'

export function qualityRow({ results }: Summary): readonly (readonly [string, string])[] {
  const words = sayMeanQuality(results)
  return words === null ? [] : [['quality', words]]
}

/** The three tasks with the lowest score, and what they lack. */
export function lowestQuality({ results }: Summary): readonly string[] {
  const lowest = results
    .flatMap(({ id, quality }) => {
      const score = quality?.score ?? 100
      return quality === null || score === 100 ? [] : [{ id, quality, score }]
    })
    .toSorted((a, b) => a.score - b.score)
    .slice(0, 3)
  if (lowest.length === 0) return []
  const width = Math.max(...lowest.map(({ id }) => id.length))
  return [
    '',
    '  lowest quality',
    ...lowest.map(({ id, quality }) => `    ${id.padEnd(width)}  ${sayLacking(quality)}`),
  ]
}

function sayLacking(quality: Quality): string {
  const lacking = quality.parts
    .filter(({ points, of }) => points !== null && points < of)
    .map(({ part, why }) => `${part}: ${why}`)
  return `${sayScore(quality)} (${lacking.join('; ')})`
}

/** Every part of the score of one task. */
export const explainQuality = (quality: Quality): readonly string[] => [
  '',
  `  quality ${sayScore(quality)}`,
  ...quality.parts.map((one) => `    ${one.part.padEnd(10)}${sayPoints(one).padEnd(10)}${one.why}`),
]

const sayPoints = ({ points, of }: QualityPart): string =>
  points === null ? 'not known' : `${points} of ${of}`
