/** The pull requests that wait for a person, in the order in which they are best dealt with. */
import type { Stack, StackedPull } from './stacks.ts'

/** decide: it does not get further by itself. merge: it is approved, and nothing is below it. */
export type QueueAct = 'decide' | 'merge' | 'review'

export interface QueuedPull {
  readonly pull: StackedPull
  readonly act: QueueAct
  /** A sentence. */
  readonly why: string
}

/** What is below comes before what stands on it. */
export function reviewQueue(stacks: readonly Stack[]): readonly QueuedPull[] {
  return stacks
    .flat()
    .flatMap(queued)
    .toSorted((one, other) => RANKS[one.act] - RANKS[other.act])
}

const RANKS: Readonly<Record<QueueAct, number>> = { decide: 0, merge: 1, review: 2 }

function queued(pull: StackedPull): readonly QueuedPull[] {
  const { row, below, need } = pull
  if (need === null) return []
  if (need === 'stuck') return [{ pull, act: 'decide', why: `${capital(row.says)}.` }]
  const isApproved = row.review === 'approved'
  if (below !== null) {
    const first = `${isApproved ? 'It is approved. Merge' : 'Ready to review. Merge'} ${nameOf(below)} first.`
    return [{ pull, act: 'review', why: first }]
  }
  return isApproved
    ? [{ pull, act: 'merge', why: 'It is approved, and nothing is below it.' }]
    : [{ pull, act: 'review', why: 'Ready to review.' }]
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** `#12`, or its branch while it has no number. */
export const nameOf = ({ number, branch, lane }: StackedPull['row']): string =>
  number === null ? (branch ?? lane) : `#${number}`

/** `1 stuck, 2 to review`; empty: none waits for a person. */
export function sayQueue(queue: readonly QueuedPull[]): string {
  const counted = ACTS.map(([act, words]) => {
    const count = queue.filter((one) => one.act === act).length
    return count === 0 ? '' : `${count} ${words}`
  })
  return counted.filter((words) => words !== '').join(', ')
}

const ACTS = [
  ['decide', 'stuck'],
  ['merge', 'to merge'],
  ['review', 'to review'],
] as const satisfies readonly (readonly [QueueAct, string])[]
