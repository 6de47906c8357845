/** What the page says about an orb: its state in words, its label, its age. */
import { formatAge } from '../../../../src/core/value/duration.ts'
import { isBlocked, type Orb } from '../../../../src/core/workspace/orbs.ts'
import { STATE_WORDS } from '../../../../src/core/workspace/summary.ts'
import type { CiStatus } from '../../../../src/core/workspace/tracker.ts'
import { sayCount } from '../../../../src/core/say/say-count.ts'

export const CI_MARKS: Readonly<Record<CiStatus, string>> = {
  pass: '✓',
  fail: '✗',
  pending: '⋯',
  '': '',
}

export const CI_WORDS: Readonly<Record<CiStatus, string>> = {
  pass: 'passing',
  fail: 'failing',
  pending: 'pending',
  '': 'unknown',
}

/** The last part of a branch, which tells more than the folders before it: `sven/feature/auth` is `auth`. */
export const branchTail = (branch: string): string => branch.split('/').at(-1) || branch

/** "now", "7m", "2h"; null: unknown. */
export function sayAge({ node }: Orb, now: number): string | null {
  if (node.last_active_at === null) return null
  if (now - node.last_active_at < 60_000) return 'now'
  return formatAge(node.last_active_at, now).split(' ')[0] ?? null
}

/** "just now", "7m ago"; null: unknown. */
export function sayAgo(orb: Orb, now: number): string | null {
  const age = sayAge(orb, now)
  return age === null ? null : age === 'now' ? 'just now' : `${age} ago`
}

/** One sentence, for screen readers and tooltips. */
export function sayOrb(orb: Orb, now: number): string {
  const { node, repository, waiting, isGhost } = orb
  const ago = sayAgo(orb, now)
  return [
    node.pr_number === null ? node.name : `#${node.pr_number} ${node.name}`,
    ...(node.name === node.branch ? [] : [`branch ${node.branch}`]),
    repository,
    STATE_WORDS[orb.state],
    ...(node.ci_status === '' || STATE_WORDS[orb.state].startsWith('CI')
      ? []
      : [`CI ${CI_WORDS[node.ci_status]}`]),
    ...(isGhost ? ['pull request without a workspace'] : []),
    ...(isBlocked(orb) ? [`blocked: ${node.blockers.join('; ')}`] : []),
    ...(orb.after.length > 0 ? [`after ${orb.after.join(', ')}`] : []),
    ...(waiting > 0 ? [`holds up ${sayCount(waiting, 'workspace')}`] : []),
    ...(ago === null ? [] : [`active ${ago}`]),
    ...(node.says === '' ? [] : [node.says]),
  ].join(', ')
}

/** How its agent stands, which model it is, and what it says; that may begin with the same word. */
export function sayAgent({ node, state }: Orb): string {
  const status =
    state === 'working' || state === 'stuck' ? state : (node.session_status?.status ?? '')
  const model = node.session_status?.model ?? ''
  const first = [status, model === '' ? '' : `(${model})`].filter((word) => word !== '').join(' ')
  const says = node.says.startsWith(`${status}: `) ? node.says.slice(status.length + 2) : node.says
  return [first, says].filter((word) => word !== '').join(': ')
}
