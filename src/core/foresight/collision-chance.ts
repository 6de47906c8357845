/** The chance that two tasks touch a common file. */
import type { ForeseenFile } from './foreseen-file.ts'

/** Less likely files would add more noise than knowledge. */
const MOST_FILES = 60
/** Nothing is certain. */
const HIGHEST = 0.98

export function collisionChance(a: readonly ForeseenFile[], b: readonly ForeseenFile[]): number {
  const chances = new Map(b.slice(0, MOST_FILES).map(({ path, p }) => [path, p]))
  let apart = 1
  for (const { path, p } of a.slice(0, MOST_FILES))
    apart *= 1 - Math.min(p, HIGHEST) * Math.min(chances.get(path) ?? 0, HIGHEST)
  return 1 - apart
}
