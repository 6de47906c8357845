/** Everything that is known about the workspaces of one repository, from all sources. */
import { stat } from 'node:fs/promises'
import type { Config } from '../../config/config.ts'
import type { RunId } from '../../core/value/ids.ts'
import { errorMessage } from '../../core/text/error-message.ts'
import { collectWorkspaces } from '../../core/workspace/collect.ts'
import type { FoundRepository, PullRequest } from '../../core/workspace/found.ts'
import { githubPlaceOf, githubSites } from '../../core/workspace/github-remote.ts'
import type { Remote } from '../../core/workspace/branch-view.ts'
import { NO_MARKS, type WorkspaceMarks } from '../../core/workspace/marks.ts'
import { workspacesOfRun, type OwnWorkspaces } from '../../core/workspace/own-workspaces.ts'
import type { TrackerNotice } from '../../core/workspace/tracker.ts'
import { followPullRequests } from '../../forge/github/followed-pull-requests.ts'
import type { GithubProblem } from '../../forge/github/say-problem.ts'
import { openBranchReader, type BranchReader } from '../../git/branches/branch-reader.ts'
import { isRefusal } from '../../git/call/git-command.ts'
import { findRepository, type FoundRepository as Lookup } from '../../git/call/repository.ts'
import { openRoomRecords } from '../../git/land/check-room-records.ts'
import { openWorktreeRecords } from '../../git/worktree/worktree-record.ts'
import { findCoordinator } from '../../store/coordinator-lock.ts'
import { openEventLog } from '../../store/event-log.ts'
import { keptMarks, MarksDamaged, type KeptMarks } from '../../workspaces/kept-marks.ts'
import type { Workspace } from '../place/workspace.ts'
import { openOwnRuns } from './own-runs.ts'

export interface TrackedProject {
  /** As `GET /api/projects` names it. */
  readonly project: string
  readonly workspace: Workspace
}

export interface TrackedRepository extends Disposable {
  readonly marks: KeptMarks
  /** null: there is nothing to show, and the notices say why. */
  read(how: Reading): Promise<ReadRepository>
}

interface Reading {
  readonly name: string
  readonly now: number
  readonly settings: TrackerSettings
  readonly refreshCi: boolean
}

export type TrackerSettings = Config['workspaces'] & { readonly branchPrefix: string }

interface ReadRepository {
  readonly found: FoundRepository | null
  readonly notices: readonly TrackerNotice[]
}

/** inTurn: limits how many repositories are asked for at once. */
export function openTrackedRepository(
  { project, workspace }: TrackedProject,
  inTurn: Parameters<typeof followPullRequests>[0],
): TrackedRepository {
  const { root, home, database } = workspace
  const log = openEventLog(database)
  const runs = openOwnRuns(log)
  const records = openWorktreeRecords(home)
  const marks = keptMarks(home)
  const followed = followPullRequests(inTurn)
  let reader: BranchReader | null = null

  return {
    marks,
    async read(how) {
      const notice = noticeFor(how.name)
      try {
        const looked = await readerOf(how)
        if (looked !== null) return nothing(notice(NOT_SHOWN[looked], null))
        return await readAll(how, notice)
      } catch (error) {
        if (!isRefusal(error)) throw error
        return nothing(notice(`its branches could not be read: ${errorMessage(error)}`, null))
      }
    },
    [Symbol.dispose]() {
      log[Symbol.dispose]()
      followed[Symbol.dispose]()
    },
  }

  /** Why there is no reader; null: there is one. */
  async function readerOf({ settings }: Reading): Promise<NotFound | null> {
    if (reader !== null) return null
    if ((await stat(root).catch(() => null)) === null) return 'gone'
    const lookup = await findRepository(root)
    if (!lookup.ok) return lookup.why
    reader = openBranchReader(lookup.repository, {
      recentSeconds: settings.branchesSinceSeconds,
      now: Date.now,
    })
    return null
  }

  async function readAll(how: Reading, notice: Notice): Promise<ReadRepository> {
    const { name, now, settings } = how
    const git = await reader!.read()
    const ours = records.all()
    const withWorktree = ours.map(({ run }) => run).filter((run) => run !== null)
    const { begun, planned } = ownWorkspaces(new Set(withWorktree), how)
    const rooms = openRoomRecords(home).all()
    const forge = await readForge(git.remotes, how)
    const collected = collectWorkspaces(
      {
        git,
        own: begun,
        planned,
        others: [],
        pulls: forge.pulls,
        withoutBranch: new Set([...ours, ...rooms].map(({ path }) => path)),
      },
      {
        now,
        withinSeconds: settings.branchesSinceSeconds,
        mostBranches: settings.maxBranches,
        remoteBranches: settings.remoteBranches,
        pullRequests: settings.pullRequests === 'all' ? 'all' : 'workspaces',
      },
    )
    const read = marksNow(notice)
    const found: FoundRepository = {
      name,
      defaultBranch: git.defaultBranch,
      page: forge.page,
      workspaces: collected.workspaces,
      pulls: collected.pulls,
      history: git.history,
      marks: read.marks,
      notices: [
        ...collected.notices.map((each) => ({ ...each, repository: name })),
        ...read.notices,
        ...forge.notices,
      ],
    }
    return { found, notices: [] }
  }

  function ownWorkspaces(withWorktree: ReadonlySet<RunId>, how: Reading): OwnWorkspaces {
    const conducted = findCoordinator(home)?.run ?? null
    const found = runs.read(withWorktree).map((run) =>
      workspacesOfRun(run, {
        now: how.now,
        isConducted: conducted === run.id,
        project,
        branchPrefix: how.settings.branchPrefix,
      }),
    )
    return {
      begun: found.flatMap(({ begun }) => begun),
      planned: found[0]?.planned ?? [],
    }
  }

  async function readForge(remotes: readonly Remote[], how: Reading): Promise<ReadForge> {
    const place = githubPlaceOf(remotes, githubSites(process.env))
    if (place === null) return NO_FORGE
    const { page } = place
    if (how.settings.pullRequests === 'none') return { ...NO_FORGE, page }
    const { prRefreshSeconds, ciPendingSeconds, ciUnknownSeconds } = how.settings
    const times = { usual: prRefreshSeconds, pending: ciPendingSeconds, unknown: ciUnknownSeconds }
    const { pulls, problem, isCut } = await followed.read(
      place,
      times,
      how.refreshCi ? 'asked' : 'as usual',
    )
    return { page, pulls, notices: [...sayProblem(problem, how.name), ...sayCut(isCut, how.name)] }
  }

  function marksNow(notice: Notice): {
    readonly marks: WorkspaceMarks
    readonly notices: readonly TrackerNotice[]
  } {
    try {
      return { marks: marks.all(), notices: [] }
    } catch (error) {
      if (!(error instanceof MarksDamaged)) throw error
      return { marks: NO_MARKS, notices: [notice(error.message, DAMAGED)] }
    }
  }
}

interface ReadForge {
  readonly page: string | null
  readonly pulls: readonly PullRequest[]
  readonly notices: readonly TrackerNotice[]
}

const NO_FORGE: ReadForge = { page: null, pulls: [], notices: [] }

const sayProblem = (problem: GithubProblem | null, name: string): readonly TrackerNotice[] =>
  problem === null
    ? []
    : [
        {
          repository: problem.isGeneral ? null : name,
          message: problem.message,
          hint: problem.hint,
        },
      ]

const sayCut = (isCut: boolean, repository: string): readonly TrackerNotice[] =>
  isCut
    ? [{ repository, message: 'there are more open pull requests than are shown', hint: null }]
    : []

const DAMAGED = 'blockers and dependencies are not shown; correct the file or move it aside'

type NotFound = (Lookup & { readonly ok: false })['why'] | 'gone'

const NOT_SHOWN: Readonly<Record<NotFound, string>> = {
  'no-git': 'git was not found, so there are no branches to show',
  'no-repository': 'this is no git repository, or git does not trust it (see safe.directory)',
  bare: 'this repository has no checkout, so it is not shown',
  'no-commit': 'this repository has no commit yet',
  gone: 'its folder is gone',
}

type Notice = (message: string, hint: string | null) => TrackerNotice

const noticeFor =
  (repository: string): Notice =>
  (message, hint) => ({ repository, message, hint })

const nothing = (notice: TrackerNotice): ReadRepository => ({ found: null, notices: [notice] })
