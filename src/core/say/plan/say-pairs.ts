/** Which pairs of tasks that may collide are told one by one, and what is said about the others. */
import type { PredictedConflict } from '../../schedule/predicted-conflicts.ts'
import { sayCount } from '../say-count.ts'

export interface PairsToTell {
  /** Likely to collide, kept apart, or decided by a person. */
  readonly told: readonly PredictedConflict[]
  /** They work in the same folder, but hardly on the same file. */
  readonly near: readonly PredictedConflict[]
}

/** warnAbove: from 0 to 1; pairs that are less likely to collide are no warning. */
export function pairsToTell(
  conflicts: readonly PredictedConflict[],
  warnAbove: number,
): PairsToTell {
  const isNear = ({ verdict, decided_by, probability }: PredictedConflict): boolean =>
    verdict === 'warn' && decided_by === 'conductor' && probability < warnAbove
  return { told: conflicts.filter((one) => !isNear(one)), near: conflicts.filter(isNear) }
}

/** A file that is ten times less likely than another says nothing about a pair. */
const HARDLY = 0.1

/** The files on which a pair may really meet, in their order. */
export function tellingFiles({ files }: PredictedConflict): readonly string[] {
  const likeliest = Math.max(0, ...files.map(({ probability }) => probability))
  return files
    .filter(({ probability }) => probability >= likeliest * HARDLY)
    .map(({ path }) => path)
}

const MOST_NAMED = 3

/** In one line; empty if there are none. */
export function sayNear(near: readonly PredictedConflict[]): readonly string[] {
  if (near.length === 0) return []
  const named = near.slice(0, MOST_NAMED).map(sayPair).join(', ')
  const more = near.length - MOST_NAMED
  return [
    `${named}${more > 0 ? `, and ${sayCount(more, 'more pair')}` : ''}: in the same folder, but probably in different files`,
  ]
}

export const sayPair = ({ task_ids }: PredictedConflict): string => task_ids.join(' and ')
