/** Why tasks are kept apart at a certain probability, in words. */
import type { CollisionSettings } from '../plan/collision-settings.ts'
import { formatDuration } from '../value/duration.ts'
import { sayCount } from './say-count.ts'

/** null: a person chose, or there was nothing to choose. */
export function sayThreshold({ apartAbove, chosen }: CollisionSettings): string | null {
  if (chosen === null) return null
  const [costs, saves] = [chosen.costsSeconds, chosen.savesSeconds].map((seconds) =>
    seconds < 1 ? 'no time' : formatDuration(Math.round(seconds)),
  )
  if (chosen.pairsApart === 0)
    return apartAbove >= 1
      ? 'waiting would cost more than the conflicts it prevents, so only tasks that name the same file are kept apart'
      : `tasks that are more than ${percent(apartAbove)} likely to collide are kept apart; the plan never has two of them at once`
  return `holding ${sayCount(chosen.pairsApart, 'pair')} apart (more than ${percent(apartAbove)} likely to collide) costs ${costs} and saves about ${saves} of conflicts`
}

export const percent = (share: number): string => `${Math.round(share * 100)} %`
