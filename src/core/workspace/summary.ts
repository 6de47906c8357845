/** What a team lead reads first: what can merge, what needs someone, and which workspace holds up the most others. */
import { canMergeNow, type Orb, type OrbState } from './orbs.ts'

export interface Summary {
  readonly canMerge: number
  readonly stuck: number
  readonly failing: number
  readonly working: number
  /** The orb that the most others wait for; null: none waits for another. */
  readonly holdsUp: Orb | null
}

export function summaryOf(orbs: readonly Orb[]): Summary {
  const count = (is: (orb: Orb) => boolean): number => orbs.filter(is).length
  return {
    canMerge: count(canMergeNow),
    stuck: count(({ state }) => state === 'stuck'),
    failing: count(({ state }) => state === 'failing'),
    working: count(({ state }) => state === 'working'),
    holdsUp: orbs.reduce<Orb | null>(heavier, null),
  }
}

/** A merged workspace holds up nobody. Of equals, the first by name counts, in whatever order they are listed. */
const heavier = (most: Orb | null, orb: Orb): Orb | null =>
  orb.state !== 'merged' && orb.waiting > 0 && (most === null || isHeavier(orb, most)) ? orb : most

const isHeavier = (orb: Orb, most: Orb): boolean =>
  orb.waiting > most.waiting || (orb.waiting === most.waiting && orb.id < most.id)

/** "4 can merge now, 2 stuck, #385 holds up 8". */
export function saySummary({ canMerge, stuck, failing, working, holdsUp }: Summary): string {
  const parts = [
    [canMerge, 'can merge now'],
    [stuck, 'stuck'],
    [failing, 'CI failing'],
    [working, 'working'],
  ] as const
  return [
    ...parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`),
    ...(holdsUp === null ? [] : [`${shortName(holdsUp)} holds up ${holdsUp.waiting}`]),
  ].join(', ')
}

/** `#385`; a workspace without a pull request is called by its branch. */
export const shortName = ({ node }: Orb): string =>
  node.pr_number === null ? node.branch : `#${node.pr_number}`

export const STATE_WORDS: Readonly<Record<OrbState, string>> = {
  passing: 'CI passing',
  pending: 'CI pending',
  failing: 'CI failing',
  working: 'agent working',
  stuck: 'stuck',
  stale: 'stale',
  merged: 'merged',
  idle: 'idle',
}
