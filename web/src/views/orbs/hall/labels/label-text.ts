/** The text beside an orb: `#385 ✓ 7m  8 wait` and the branch below it, or one short line. */
import type { Orb } from '../../../../../../src/core/workspace/orbs.ts'

type Tone = 'ink' | 'soft' | 'faint' | 'pass' | 'pending' | 'fail'

export interface LabelPart {
  readonly text: string
  readonly tone: Tone
  readonly font: 'bold' | 'plain' | 'mono'
}

export type LabelLines = readonly (readonly LabelPart[])[]

const CI_MARKS = { pass: '✓', pending: '⋯', fail: '✗' } as const
const LONGEST_BRANCH = 22

export const twoLines = (orb: Orb, now: number): LabelLines => [
  headOf(orb, [agePart(orb, now), waitPart(orb)]),
  [branchPart(orb)],
]

export function oneLine(orb: Orb): LabelLines {
  if (orb.node.pr_number === null) return [[branchPart(orb)]]
  return [headOf(orb, [orb.waiting >= 3 ? waitPart(orb) : null])]
}

function headOf(orb: Orb, more: readonly (LabelPart | null)[]): readonly LabelPart[] {
  const { pr_number } = orb.node
  const number: LabelPart | null =
    pr_number === null ? null : { text: `#${pr_number}`, tone: inkOf(orb), font: 'bold' }
  const mark: LabelPart | null =
    orb.ci === '' ? null : { text: CI_MARKS[orb.ci], tone: orb.ci, font: 'bold' }
  return [number, mark, ...more].filter((part) => part !== null)
}

const inkOf = ({ state }: Orb): Tone => (state === 'stale' ? 'soft' : 'ink')

function agePart({ node, state }: Orb, now: number): LabelPart | null {
  if (node.last_active_at === null) return null
  return {
    text: shortAge(now - node.last_active_at),
    tone: state === 'stale' ? 'faint' : 'soft',
    font: 'plain',
  }
}

const waitPart = ({ waiting }: Orb): LabelPart | null =>
  waiting < 2 ? null : { text: ` ${waiting} wait`, tone: 'soft', font: 'bold' }

function branchPart({ node: { branch }, state }: Orb): LabelPart {
  const text = branch.length > LONGEST_BRANCH ? `${branch.slice(0, LONGEST_BRANCH - 1)}…` : branch
  return { text, tone: state === 'stale' ? 'faint' : 'soft', font: 'mono' }
}

/** `7m`, `5h` or `3d`. */
export function shortAge(milliseconds: number): string {
  const minutes = Math.max(0, Math.floor(milliseconds / 60_000))
  if (minutes < 60) return `${minutes}m`
  return minutes < 60 * 24 ? `${Math.floor(minutes / 60)}h` : `${Math.floor(minutes / 60 / 24)}d`
}

const PRIORITY: Readonly<Partial<Record<Orb['state'], number>>> = {
  stuck: 90,
  failing: 70,
  working: 50,
  pending: 30,
  passing: 25,
}

/** Where there is not room for all labels, the more important orbs get theirs. */
export function labelPriority({ state, waiting, isGhost }: Orb): number {
  const crowd = Math.min(40, waiting * 4) + (waiting >= 10 ? 40 : 0)
  return (PRIORITY[state] ?? 20) + crowd - (state === 'stale' ? 20 : 0) - (isGhost ? 5 : 0)
}
