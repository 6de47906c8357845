/** What the user has typed or chosen for a new plan. It outlives the dialog, and is lost when the page is closed. */
import type { Planning, Wish } from '../../../data/api/planning.ts'

/** What a plan is made from. */
type Way = 'words' | 'issues'

/** As typed. agents '': the setting decides. */
export interface TypedWish {
  readonly way: Way
  readonly words: string
  /** Numbers of the chosen issues, in the order of the clicks. */
  readonly issues: readonly number[]
  readonly agents: string
  readonly isOffline: boolean
}

export const NO_WISH: TypedWish = {
  way: 'words',
  words: '',
  issues: [],
  agents: '',
  isOffline: false,
}

let kept = NO_WISH

export const keptWish = (): TypedWish => kept

export const keepWish = (wish: TypedWish): void => void (kept = wish)

export const wishOf = ({ way, words, issues, agents, isOffline }: TypedWish): Wish => ({
  requirements: words.trim(),
  issues: way === 'issues' ? issues : null,
  agents: agents.trim() === '' ? null : Number(agents),
  isOffline: way === 'words' && isOffline,
})

/** Whether a plan was made from this wish: it may be that of another browser. */
export function isMadeFrom({ requirements, issues }: Planning, typed: TypedWish): boolean {
  const wish = wishOf(typed)
  return issues === null || wish.issues === null
    ? issues === wish.issues && requirements === wish.requirements
    : issues.join() === wish.issues.join()
}
