/** How good the work is, as a person reads it: the figure, and why it is not higher. */
import type { Quality, QualityPart } from '../core/report/quality.ts'
import { sayCount } from '../core/say/say-count.ts'
import type { Summary } from '../core/report/summary.ts'

export function qualityRow({ results }: Summary): readonly (readonly [string, string])[] {
  const scores = results.flatMap(({ quality }) => quality?.score ?? [])
  if (scores.length === 0) return []
  const mean = Math.round(scores.reduce((sum, score) => sum + score, 0) / scores.length)
  return [['quality', `${mean} of 100 on average, of ${sayCount(scores.length, 'task')}`]]
}

/** The three that could be better, with what they lack. */
export function lowestQuality({ results }: Summary): readonly string[] {
  const lowest = results
    .flatMap(({ id, quality }) =>
      quality === null || quality.score === 100 ? [] : [{ id, quality }],
    )
    .toSorted((a, b) => a.quality.score - b.quality.score)
    .slice(0, 3)
  if (lowest.length === 0) return []
  const width = Math.max(...lowest.map(({ id }) => id.length))
  return [
    '',
    '  lowest quality',
    ...lowest.map(({ id, quality }) => `    ${id.padEnd(width)}  ${sayLacking(quality)}`),
  ]
}

function sayLacking({ score, parts }: Quality): string {
  const lacking = parts
    .filter(({ points, of }) => points !== null && points < of)
    .map(({ part, why }) => `${part}: ${why}`)
  return `${score} of 100 (${lacking.join('; ')})`
}

/** Every part, for whoever asks about one task. */
export const explainQuality = ({ score, parts }: Quality): readonly string[] => [
  '',
  `  quality ${score} of 100`,
  ...parts.map((one) => `    ${one.part.padEnd(10)}${sayPoints(one).padEnd(10)}${one.why}`),
]

const sayPoints = ({ points, of }: QualityPart): string =>
  points === null ? 'not known' : `${points} of ${of}`
