/** Why tasks are kept apart at a certain probability, in words. */
import type { CollisionSettings, ConflictOdds } from '../../plan/collision-settings.ts'
import { formatDuration } from '../../value/duration.ts'
import { sayCount } from '../say-count.ts'
import { sayCoarse } from '../say-time-left.ts'

/** null: a person chose, or there was nothing to choose. */
export function sayThreshold({ apartAbove, chosen }: CollisionSettings): string | null {
  if (chosen === null) return null
  const [costs, saves] = [chosen.costsSeconds, chosen.savesSeconds].map((seconds) =>
    seconds < 1 ? 'no time' : sayCoarse(seconds),
  )
  if (chosen.pairsApart === 0)
    return apartAbove >= 1
      ? `waiting would cost more than the conflicts it prevents${sayOdds(chosen.odds)}, so only tasks that name the same file are kept apart`
      : `tasks that are more than ${percent(apartAbove)} likely to collide are kept apart; the plan never has two of them at once${sayOdds(chosen.odds)}`
  return `tasks that are more than ${percent(apartAbove)} likely to collide are kept apart. ${chosen.pairsApart} of these pairs would work at once otherwise: waiting costs ${costs} and saves about ${saves} of conflicts${sayOdds(chosen.odds)}`
}

/** What the cost of conflicts follows from. */
function sayOdds(odds: ConflictOdds | undefined): string {
  if (odds === undefined) return ''
  const { pairs, conflicts, resolveSeconds } = odds
  if (pairs === 0)
    return ` (assuming that git cannot merge ${Math.round(odds.rate * 10)} of 10 such pairs; no run here has shown it yet)`
  const time =
    resolveSeconds === null
      ? ''
      : `, and resolving a conflict took ${formatDuration(Math.max(1, Math.round(resolveSeconds)))}`
  return ` (in earlier runs ${sayAtOnce(pairs, conflicts)}${time})`
}

/** What became of pairs of tasks that worked on a common file at the same time. */
export const sayAtOnce = (pairs: number, conflicts: number): string =>
  `${sayCount(pairs, 'pair')} changed a common file at once, ${conflicts === 0 ? 'which git could merge' : `of which git could not merge ${conflicts}`}`

export const percent = (share: number): string => `${Math.round(share * 100)} %`
