/** The text beside an orb: `#385 ✓ 7m  8 wait  blocked` and the branch below it, or one short line. */
import { isBlocked, type Orb } from '../../../../../../src/core/workspace/orbs.ts'

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
  headOf(orb, [agePart(orb, now), waitPart(orb), blockedPart(orb), afterPart(orb)]),
  [branchPart(orb)],
]

export function oneLine(orb: Orb): LabelLines {
  const blocked = blockedPart(orb)
  if (orb.node.pr_number === null)
    return [blocked === null ? [branchPart(orb)] : [branchPart(orb), blocked]]
  return [headOf(orb, [orb.waiting >= 3 ? waitPart(orb) : null, blocked])]
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

const blockedPart = (orb: Orb): LabelPart | null =>
  isBlocked(orb) ? { text: 'blocked', tone: 'fail', font: 'bold' } : null

/** What it depends on elsewhere; a dashed line leads there. */
function afterPart({ repository, after: [first, ...more] }: Orb): LabelPart | null {
  if (first === undefined) return null
  const name = first.startsWith(`${repository}:`) ? first.slice(repository.length + 1) : first
  const count = more.length === 0 ? '' : ` +${more.length}`
  return { text: `after ${shortened(name)}${count}`, tone: 'soft', font: 'plain' }
}

const shortened = (name: string): string =>
  name.length > LONGEST_BRANCH ? `${name.slice(0, LONGEST_BRANCH - 1)}…` : name

function branchPart({ node: { branch }, state }: Orb): LabelPart {
  return { text: shortened(branch), tone: state === 'stale' ? 'faint' : 'soft', font: 'mono' }
}

/** `now`, `7m`, `5h` or `3d`. */
export function shortAge(milliseconds: number): string {
  const minutes = Math.max(0, Math.floor(milliseconds / 60_000))
  if (minutes === 0) return 'now'
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

const BLOCKED_PRIORITY = 60

/** Where there is not room for all labels, the more important orbs get theirs. */
export function labelPriority(orb: Orb): number {
  const { state, waiting, isGhost } = orb
  const blocked = isBlocked(orb) ? BLOCKED_PRIORITY : 0
  const crowd = Math.min(40, waiting * 4) + (waiting >= 10 ? 40 : 0)
  return (
    Math.max(PRIORITY[state] ?? 20, blocked) +
    crowd -
    (state === 'stale' ? 20 : 0) -
    (isGhost ? 5 : 0)
  )
}
