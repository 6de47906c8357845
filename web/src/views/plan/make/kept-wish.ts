/** What the user has typed for a new plan. It outlives the dialog, and is lost when the page is closed. */
import type { Wish } from '../../../data/api/planning.ts'

/** As typed. agents '': the setting decides. */
export interface TypedWish {
  readonly words: string
  readonly agents: string
  readonly isOffline: boolean
}

export const NO_WISH: TypedWish = { words: '', agents: '', isOffline: false }

let kept = NO_WISH

export const keptWish = (): TypedWish => kept

export const keepWish = (wish: TypedWish): void => void (kept = wish)

export const wishOf = ({ words, agents, isOffline }: TypedWish): Wish => ({
  requirements: words.trim(),
  agents: agents.trim() === '' ? null : Number(agents),
  isOffline,
})
