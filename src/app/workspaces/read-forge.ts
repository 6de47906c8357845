/** The pull requests of a repository, and what to say when they cannot be shown. */
import type { Config } from '../../config/config.ts'
import type { Remote } from '../../core/workspace/branch-view.ts'
import type { PullRequest } from '../../core/workspace/found.ts'
import { githubPlaceOf, githubSites } from '../../core/workspace/github-remote.ts'
import type { TrackerNotice } from '../../core/workspace/tracker.ts'
import type { FollowedPullRequests } from '../../forge/github/followed-pull-requests.ts'
import type { GithubProblem } from '../../forge/github/call/say-problem.ts'

interface ReadForge {
  /** The page of the repository; null: it is on no forge that we know. */
  readonly page: string | null
  readonly pulls: readonly PullRequest[]
  /** All that are open are there, or nobody wants to see any. */
  readonly isWhole: boolean
  readonly notices: readonly TrackerNotice[]
}

export interface ForgeReading {
  readonly name: string
  readonly settings: Config['workspaces']
  readonly refreshCi: boolean
}

const NO_FORGE: ReadForge = { page: null, pulls: [], isWhole: false, notices: [] }

export async function readForge(
  followed: FollowedPullRequests,
  remotes: readonly Remote[],
  { name, settings, refreshCi }: ForgeReading,
): Promise<ReadForge> {
  const place = githubPlaceOf(remotes, githubSites(process.env))
  const page = place?.page ?? null
  if (settings.pullRequests === 'none') return { ...NO_FORGE, page, isWhole: true }
  if (place === null) return NO_FORGE
  const times = {
    usual: settings.prRefreshSeconds,
    pending: settings.ciPendingSeconds,
    unknown: settings.ciUnknownSeconds,
  }
  const listed = await followed.read(place, times, refreshCi ? 'asked' : 'as usual')
  const notices = [...sayProblem(listed.problem, name), ...sayCut(listed.isCut, name)]
  const isWhole = listed.problem === null && !listed.isCut
  return { page, pulls: listed.pulls, isWhole, notices }
}

function sayProblem(problem: GithubProblem | null, name: string): readonly TrackerNotice[] {
  if (problem === null) return []
  const { message, hint, isGeneral } = problem
  return [{ repository: isGeneral ? null : name, message, hint }]
}

const sayCut = (isCut: boolean, repository: string): readonly TrackerNotice[] =>
  isCut
    ? [{ repository, message: 'it has more open pull requests than are shown', hint: null }]
    : []
