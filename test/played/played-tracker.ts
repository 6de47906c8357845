/** Trees of workspaces that look like those of a busy team: repositories, stacks of pull requests, checks and agents. */
import type { CiStatus, Tracker, TreeNode } from '../../src/core/workspace/tracker.ts'

export interface PlayedTracker {
  readonly workspaces: number
  /** 1 to 30; without it, as many as such a team has. */
  readonly repositories?: number
  readonly seed?: number
  readonly now: number
}

const NAMES = [
  'storefront',
  'payments-api',
  'infra',
  'mobile',
  'design-system',
  'search',
  'data-platform',
  'docs-site',
]
const DEVELOP = new Set(['payments-api', 'search'])
const VERBS =
  'add fix move rename guard cache split drop trace limit sync type retry stream batch paginate'.split(
    ' ',
  )
const THINGS =
  'avatar audit auth billing cursor export feature-flags invoice ledger locale metrics nav onboarding orders queue rate-limit refund schema session theme tokens webhook'.split(
    ' ',
  )
const ENDS = ['', '', '', '-api', '-docs', '-job', '-store', '-tests', '-ui', '-v2']
const AUTHORS = ['ada', 'grace', 'linus', 'margaret', 'dennis']

const MINUTE = 60_000
const STALE_MINUTES = 60

export function playedTracker({ workspaces, repositories, seed = 7, now }: PlayedTracker): Tracker {
  const chance = chances(seed)
  const bushy = workspaces <= 150 ? 0.25 : 0.09
  const names = repositoryNames(repositories ?? usualRepositories(workspaces))
  let pull = 385
  const trees = shares(workspaces, names.length).map(
    (count, i) => [names[i]!, treeOf(names[i]!, count)] as const,
  )
  return {
    trees: Object.fromEntries(trees),
    session_statuses: {},
    session_start: new Date(now - 90 * MINUTE).toISOString(),
    session_duration_seconds: 5400,
    worktree_count: workspaces,
    stale_minutes: STALE_MINUTES,
    notices: [],
  }

  function treeOf(repository: string, count: number): TreeNode {
    const taken = new Set<string>()
    const branch = DEVELOP.has(repository) ? 'develop' : 'main'
    let left = count
    const children: TreeNode[] = []
    while (left > 0) children.push(stack(branch, Math.min(13, depthOf())))
    return { ...PLAIN, name: repository, branch, children }

    /** One branch with what stands on it. */
    function stack(parent: string, height: number): TreeNode {
      left--
      const number = pull++
      const node = workspace(repository, parent, number)
      const above: TreeNode[] = []
      const wide = height > 1 ? 1 + (chance() < bushy ? 1 : 0) + (chance() < bushy / 3 ? 3 : 0) : 0
      for (let i = 0; i < wide && left > 0; i++)
        above.push(
          stack(node.branch, i === 0 ? height - 1 : 1 + Math.floor(chance() * (height - 1))),
        )
      return { ...node, children: above }
    }

    function workspace(of: string, parent: string, number: number): TreeNode {
      const branch = freshName(taken)
      const mood = moodOf(chance, workspaces)
      const hasPull = mood.ci !== '' || chance() < 0.6
      const isGhost = hasPull && mood.status === 'idle' && chance() < 0.14
      return {
        ...PLAIN,
        name: sentence(branch),
        branch,
        workspace_id: isGhost ? null : `${of}-${number}`,
        pr_number: hasPull ? number : null,
        pr_title: hasPull ? sentence(branch) : '',
        pr_author_login: hasPull ? AUTHORS[number % AUTHORS.length]! : '',
        ci_status: mood.ci,
        status: mood.status,
        says: mood.says,
        parent_branch_name: parent,
        github_url: hasPull ? `https://github.com/acme/${of}/pull/${number}` : '',
        last_active_at: now - mood.quiet,
        commits_from_parent: COMMITS.map((message, i) =>
          commit(message, number * 10 + i, now - mood.quiet - i * 40 * MINUTE),
        ),
      }
    }
  }

  /** Most stand alone; a few are high, and the more there are, the higher is the highest. */
  function depthOf(): number {
    const drawn = chance()
    if (drawn < 0.36) return 1
    if (drawn < 0.66) return 2
    if (drawn < 0.92 || workspaces <= 12) return 3
    const higher = workspaces <= 150 ? 2 : 4
    return drawn < 0.98
      ? 4 + Math.floor(chance() * higher)
      : higher + 2 + Math.floor(chance() * higher)
  }

  function freshName(taken: Set<string>): string {
    const pick = <T>(list: readonly T[]): T => list[Math.floor(chance() * list.length)]!
    for (let number = 2; ; number++) {
      const words = `${pick(VERBS)}-${pick(THINGS)}${pick(ENDS)}`
      const name = taken.has(words) ? `${words}-${number}` : words
      if (taken.has(name)) continue
      taken.add(name)
      return name
    }
  }
}

const PLAIN: TreeNode = {
  name: '',
  branch: '',
  workspace_id: null,
  pr_number: null,
  pr_title: '',
  pr_author_login: '',
  pr_author_avatar_url: '',
  click_record: null,
  session_status: null,
  ci_status: '',
  commits_from_parent: [],
  parent_branch_name: '',
  github_url: '',
  children: [],
  status: 'idle',
  says: '',
  last_active_at: null,
  task: null,
  worktree_path: null,
  blockers: [],
  depends_on: [],
}

const COMMITS = [
  'refresh tokens before they expire',
  'split the session store',
  'a test for the race',
]

function commit(
  message: string,
  number: number,
  at: number,
): TreeNode['commits_from_parent'][number] {
  const sha = (number * 2_654_435_761).toString(16).padEnd(40, '9').slice(0, 40)
  return {
    sha,
    short_sha: sha.slice(0, 7),
    author: 'ada',
    date: new Date(at).toISOString(),
    message,
    github_url: '',
    author_avatar_url: '',
  }
}

interface Mood {
  readonly status: TreeNode['status']
  readonly ci: CiStatus
  readonly quiet: number
  readonly says: string
}

/** The larger the team, the more lies still. */
function moodOf(chance: () => number, workspaces: number): Mood {
  const loud = workspaces > 2000 ? 0.42 : workspaces > 200 ? 0.75 : 1
  const drawn = chance() / loud
  const quiet = Math.floor(chance() ** 2 * 60) * MINUTE
  const ci: CiStatus = chance() < 0.55 ? 'pass' : chance() < 0.3 ? 'pending' : ''
  if (drawn < 0.016)
    return {
      status: 'stuck',
      ci: chance() < 0.5 ? 'fail' : ci,
      quiet,
      says: 'asks: Sliding or fixed expiration?',
    }
  if (drawn < 0.13)
    return { status: 'working', ci, quiet: Math.floor(quiet / 12), says: 'edits src/session.ts' }
  const hours = Math.floor(chance() * 20) * 60 * MINUTE + quiet
  if (drawn < (workspaces > 200 ? 0.19 : 0.22))
    return { status: 'idle', ci: 'fail', quiet: hours, says: '' }
  if (drawn < 0.3) return { status: 'idle', ci: 'pending', quiet, says: '' }
  if (drawn < 0.68) return { status: 'idle', ci: 'pass', quiet: hours, says: '' }
  if (drawn < 0.8) return { status: 'idle', ci: '', quiet: hours, says: '' }
  if (drawn < 0.83) return { status: 'merged', ci: 'pass', quiet: hours, says: '' }
  return {
    status: 'idle',
    ci: chance() < 0.8 ? 'pass' : '',
    quiet: (26 + chance() * 90) * 60 * MINUTE,
    says: '',
  }
}

const usualRepositories = (workspaces: number): number =>
  workspaces <= 12 ? 1 : workspaces <= 150 ? 3 : workspaces <= 1000 ? 4 : 5

const repositoryNames = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, i) => NAMES[i] ?? `service-${i + 1 - NAMES.length}`)

/** Each repository has about two thirds of the one before it. */
function shares(whole: number, parts: number): readonly number[] {
  const weights = Array.from({ length: parts }, (_, i) => 0.68 ** Math.min(i, 6))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const counts = weights.map((weight) => Math.floor((whole * weight) / sum))
  counts[0]! += whole - counts.reduce((total, count) => total + count, 0)
  return counts
}

const sentence = (branch: string): string => {
  const words = branch.replaceAll('-', ' ')
  return words[0]!.toUpperCase() + words.slice(1)
}

/** Numbers from 0 to 1 that are the same each time (mulberry32). */
export function chances(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
