/** Which orbs the search and the filters show; the hall dims the others, the list leaves them out. */
import {
  canMergeNow,
  isBlocked,
  needsSomeone,
  type Orb,
  type OrbState,
} from '../../../../src/core/workspace/orbs.ts'
import { matches } from '../../parts/matches.ts'
import { STATE_WORDS } from '../../../../src/core/workspace/summary.ts'

/** '' shows all of them. */
export type Showing = '' | 'can-merge' | 'needs-someone' | 'blocked' | OrbState

export interface OrbFilter {
  readonly words: string
  readonly showing: Showing
  /** '': every repository. */
  readonly repository: string
}

const STATES: readonly OrbState[] = [
  'stuck',
  'failing',
  'working',
  'pending',
  'passing',
  'idle',
  'stale',
  'merged',
]

/** In the order of the menu. */
export const SHOWINGS: readonly (readonly [Showing, string])[] = [
  ['', 'All workspaces'],
  ['needs-someone', 'Need someone'],
  ['can-merge', 'Can merge now'],
  ['blocked', 'Blocked'],
  ...STATES.map((state) => [state, STATE_WORDS[state]] as const),
]

export const readShowing = (text: string | null): Showing =>
  SHOWINGS.find(([showing]) => showing === text)?.[0] ?? ''

/** null: nothing is filtered, so all of them. */
export function shownBy(orbs: readonly Orb[], filter: OrbFilter): ReadonlySet<string> | null {
  const { words, showing, repository } = filter
  if (words.trim() === '' && showing === '' && repository === '') return null
  const isShown = (orb: Orb): boolean =>
    (repository === '' || orb.repository === repository) &&
    isShowing(showing, orb) &&
    matches(words.trim(), textOf(orb))
  return new Set(orbs.filter(isShown).map(({ id }) => id))
}

function isShowing(showing: Showing, orb: Orb): boolean {
  if (showing === '') return true
  if (showing === 'can-merge') return canMergeNow(orb)
  if (showing === 'blocked') return isBlocked(orb)
  return showing === 'needs-someone' ? needsSomeone(orb) : orb.state === showing
}

/** Everything that a person may remember of a workspace. */
const textOf = ({ node, repository, state }: Orb): string =>
  [
    node.name,
    node.branch,
    node.pr_title,
    node.pr_number === null ? '' : `#${node.pr_number}`,
    node.pr_author_login,
    node.task?.task ?? '',
    node.says,
    repository,
    STATE_WORDS[state],
    ...node.blockers,
  ].join(' ')
