/** The trees of all workspaces in a terminal: one line for each, with what stands on what by indentation. */
import { oneLineOf } from '../core/text/plain-text.ts'
import { formatAge } from '../core/value/duration.ts'
import { orbsOf, type Orb, type OrbState } from '../core/workspace/orbs.ts'
import { saySummary, STATE_WORDS, summaryOf } from '../core/workspace/summary.ts'
import type { Tracker, TrackerNotice, TreeNode } from '../core/workspace/tracker.ts'
import { padded } from './columns.ts'
import type { Paint } from './paint.ts'

export function sayWorkspaces(tracker: Tracker, now: number, style: Paint): string {
  const orbs = orbsOf(tracker, now)
  const byRepository = Map.groupBy(orbs, ({ repository }) => repository)
  const cells = padded(orbs.map((orb) => cellsOf(orb, now)))
  const cellsOfOrb = new Map(orbs.map((orb, i) => [orb, cells[i] ?? []]))
  const sections = Object.entries(tracker.trees).flatMap(([repository, root]) => [
    '',
    `${style.bold(repository)}  ${style.dim(root.branch)}`,
    ...(byRepository.get(repository) ?? []).flatMap((orb) =>
      linesOf(orb, cellsOfOrb.get(orb) ?? [], style),
    ),
  ])
  const headline = orbs.length === 0 ? NONE : saySummary(summaryOf(orbs))
  return [
    ...(headline === '' ? [] : [headline]),
    ...sections,
    ...sayNotices(tracker.notices, style),
  ].join('\n')
}

const NONE = 'No workspace: no branch has commits of its own, and no worktree has one.'

/** Branch, state, pull request, age. */
function cellsOf({ node, state, depth }: Orb, now: number): readonly string[] {
  return [
    `${'  '.repeat(depth)}${MARKS[state]} ${node.branch}`,
    STATE_WORDS[state],
    node.pr_number === null ? '' : `#${node.pr_number}`,
    ageOf(node, now),
  ]
}

/** The same marks as in `conductor status`. */
const MARKS: Readonly<Record<OrbState, string>> = {
  merged: '[+]',
  passing: '[+]',
  working: '[*]',
  stuck: '[!]',
  failing: '[x]',
  pending: '[>]',
  stale: '[~]',
  idle: '[ ]',
}

function ageOf({ last_active_at }: TreeNode, now: number): string {
  if (last_active_at === null) return ''
  return now - last_active_at < 60_000 ? 'now' : formatAge(last_active_at, now).split(' ')[0]!
}

/** cells: those of `cellsOf`, as wide as their columns. */
function linesOf(orb: Orb, cells: readonly string[], style: Paint): readonly string[] {
  const { node, depth, state } = orb
  const [branch, word = '', pull, age] = cells
  const line = `${branch}  ${TONES[state](style)(word)}  ${pull}  ${age}  ${style.dim(aboutOf(orb))}`
  const indent = '  '.repeat(depth + 2)
  return [
    line.trimEnd(),
    ...node.blockers.map((reason) => `${indent}${style.warn('blocked:')} ${oneLineOf(reason)}`),
    ...node.depends_on.map((other) => `${indent}${style.warn('depends on')} ${other}`),
  ]
}

const TONES: Readonly<Record<OrbState, (style: Paint) => (text: string) => string>> = {
  merged: ({ dim }) => dim,
  passing: ({ good }) => good,
  working: ({ good }) => good,
  stuck: ({ bad }) => bad,
  failing: ({ bad }) => bad,
  pending: ({ warn }) => warn,
  stale: ({ dim }) => dim,
  idle: ({ dim }) => dim,
}

/** What the agent says counts first, then the title; a name that is the branch tells nothing. */
function aboutOf({ node, isGhost }: Orb): string {
  const name = node.name === node.branch ? '' : node.name
  const says = node.says === node.status ? '' : node.says
  return [isGhost ? 'no workspace' : '', name, says].filter((part) => part !== '').join('; ')
}

const sayNotices = (notices: readonly TrackerNotice[], style: Paint): readonly string[] =>
  notices.flatMap((notice) => [
    '',
    sayTrackerNotice(notice),
    ...(notice.hint === null ? [] : [style.dim(`  ${notice.hint}`)]),
  ])

export const sayTrackerNotice = ({ repository, message }: TrackerNotice): string =>
  `note: ${repository === null ? '' : `${repository}: `}${message}`
