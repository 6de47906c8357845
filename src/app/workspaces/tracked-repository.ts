/** Everything that is known about the workspaces of one repository, from all sources. */
import { existsSync } from 'node:fs'
import type { Config } from '../../config/config.ts'
import { errorMessage } from '../../core/text/error-message.ts'
import { sayCount } from '../../core/say/say-count.ts'
import type { BranchView } from '../../core/workspace/branch-view.ts'
import { collectWorkspaces } from '../../core/workspace/collect.ts'
import type { FoundRepository } from '../../core/workspace/found.ts'
import { isSameAddress } from '../../core/workspace/github-remote.ts'
import { NO_MARKS, type MarkChange, type WorkspaceMarks } from '../../core/workspace/marks.ts'
import { withOwnPulls } from '../../core/workspace/own-pulls.ts'
import type { OwnWorkspaces } from '../../core/workspace/own-workspaces.ts'
import type { TrackerNotice } from '../../core/workspace/tracker.ts'
import { followPullRequests } from '../../forge/github/followed-pull-requests.ts'
import { openBranchReader, type BranchReader } from '../../git/branches/branch-reader.ts'
import { findRepository, type FoundRepository as Lookup } from '../../git/call/repository.ts'
import { openRepositoryLock, type RepositoryLock } from '../../git/call/repository-lock.ts'
import { openRoomRecords } from '../../git/land/check-room-records.ts'
import { openWorktreeRecords } from '../../git/worktree/worktree-record.ts'
import { openEventLog } from '../../store/event-log.ts'
import type { AppRepository, AppWorkspace } from '../../workspaces/conductor-app/app-workspaces.ts'
import { workspacesOfApp } from '../../workspaces/conductor-app/conductor-app.ts'
import { keptMarks, MarksDamaged, type KeptMarks } from '../../workspaces/kept-marks.ts'
import { noticeAllTaken } from '../take/notice-taken.ts'
import { prepareWorkspace, type Workspace } from '../place/workspace.ts'
import { openOwnWorkspaces, type OpenOwnWorkspaces } from './own-workspaces.ts'
import { openPlannedWorkspaces } from './planned-workspaces.ts'
import { readForge } from './read-forge.ts'

export interface TrackedProject {
  /** Its id, as in `GET /api/projects`; also the name of its tree. */
  readonly project: string
  readonly workspace: Workspace
}

export interface TrackedRepository extends Disposable {
  /** Resolves with whether anything has changed. May reject, for example when the disk is full. */
  mark(change: MarkChange): Promise<boolean>
  read(how: Reading): Promise<ReadRepository>
}

interface Reading {
  readonly name: string
  readonly now: number
  readonly settings: TrackerSettings
  readonly refreshCi: boolean
  /** Of all repositories. */
  readonly ofApp: readonly AppWorkspace[]
}

export type TrackerSettings = Config['workspaces'] & { readonly branchPrefix: string }

interface ReadRepository {
  /** null: there is nothing to show, and the notices say why. */
  readonly found: FoundRepository | null
  readonly notices: readonly TrackerNotice[]
  /** Whether the app means this repository. */
  isSame(repository: AppRepository): boolean
}

/** inTurn: limits how many repositories a forge is asked about at once. */
export function openTrackedRepository(
  { project, workspace }: TrackedProject,
  inTurn: Parameters<typeof followPullRequests>[0],
): TrackedRepository {
  const { root, home, database } = workspace
  const log = openEventLog(database)
  const own = openOwnWorkspaces(log, { home, project })
  const ofFile = openPlannedWorkspaces(workspace, project)
  const records = openWorktreeRecords(home)
  const marks = keptMarks(home)
  const followed = followPullRequests(inTurn)
  let reader: BranchReader | null = null
  let noticed: BranchView['branches'] | null = null
  /** The lock is in a folder of our own, so that the tracker does not wait for the git calls of runs. */
  let lock: RepositoryLock | null = null

  return {
    async mark(change) {
      prepareWorkspace(workspace)
      lock ??= openRepositoryLock(home)
      return lock.hold(() => Promise.resolve(marks.change(change)))
    },
    async read(how) {
      try {
        const missing = await openReader(how)
        return missing === null ? await readAll(how) : nothing(how, NOT_SHOWN[missing])
      } catch (error) {
        // Whatever is wrong with one repository, the others are shown.
        return nothing(how, `its branches could not be read: ${errorMessage(error)}`)
      }
    },
    [Symbol.dispose]() {
      log[Symbol.dispose]()
      lock?.close()
      followed[Symbol.dispose]()
    },
  }

  /** Why there is no reader; null: there is one. */
  async function openReader({ settings }: Reading): Promise<NotFound | null> {
    if (!existsSync(root)) return 'gone'
    if (reader !== null) return null
    const lookup = await findRepository(root)
    if (!lookup.ok) return lookup.why
    const recentSeconds = settings.branchesSinceSeconds
    reader = openBranchReader(lookup.repository, { recentSeconds, now: Date.now })
    return null
  }

  /** Which results the branches have can change only when a branch has moved. */
  async function noticeTaken({ branches }: BranchView): Promise<void> {
    if (branches === noticed || !existsSync(database)) return
    noticed = branches
    // A store that cannot be read or written is told where the runs are read.
    await noticeAllTaken(workspace).catch(() => {})
  }

  async function readAll(how: Reading): Promise<ReadRepository> {
    const { name, now, settings, ofApp } = how
    const git = await reader!.read()
    await noticeTaken(git)
    const forge = await readForge(followed, git.remotes, how)
    const ours = records.all()
    const { branchPrefix } = settings
    const runs = readRuns(own, name, {
      now,
      withWorktree: new Set(ours.flatMap(({ run }) => run ?? [])),
      branchPrefix,
      branches: new Set(git.branches.map((branch) => branch.name)),
    })
    const isBeforeFirstRun = runs.notices.length === 0 && log.newestRun() === null
    const { planned, leftOut } = isBeforeFirstRun ? await ofFile({ now, branchPrefix }) : runs
    const isSame = isSameAs(root, git)
    const withinSeconds = settings.branchesSinceSeconds
    const collected = collectWorkspaces(
      {
        git,
        own: runs.begun,
        planned,
        done: runs.done,
        others: workspacesOfApp(ofApp, { isSame, since: now - withinSeconds * 1000 }),
        pulls: withOwnPulls(forge, runs.pulls),
        withoutBranch: new Set([...ours, ...openRoomRecords(home).all()].map(({ path }) => path)),
      },
      {
        now,
        withinSeconds,
        mostBranches: settings.maxBranches,
        remoteBranches: settings.remoteBranches,
        pullRequests: settings.pullRequests === 'all' ? 'all' : 'workspaces',
      },
    )
    const recorded = readMarks(marks, name)
    const notices = [...collected.notices, ...sayLater(leftOut)]
    const contents: FoundRepository = {
      name,
      defaultBranch: git.defaultBranch,
      page: forge.page,
      workspaces: collected.workspaces,
      pulls: collected.pulls,
      history: git.history,
      marks: recorded.marks,
      notices: [
        ...forge.notices,
        ...notices.map((each) => ({ ...each, repository: name })),
        ...recorded.notices,
        ...runs.notices,
      ],
    }
    return { found: contents, notices: [], isSame }
  }
}

const isSameAs =
  (root: string, { remotes }: BranchView) =>
  (repository: AppRepository): boolean =>
    repository.root === root ||
    remotes.some(({ address }) => isSameAddress(address, repository.remote ?? ''))

/** The branches can be shown when the store cannot be read, for example because a newer Conductor made it. */
function readRuns(
  own: OpenOwnWorkspaces,
  repository: string,
  how: Parameters<OpenOwnWorkspaces['read']>[0],
): OwnWorkspaces & { readonly notices: readonly TrackerNotice[] } {
  try {
    return { ...own.read(how), notices: [] }
  } catch (error) {
    const message = `its runs could not be read: ${errorMessage(error)}`
    const hint = 'only its branches are shown; see `conductor doctor` in its folder'
    return {
      begun: [],
      planned: [],
      leftOut: 0,
      done: [],
      pulls: [],
      notices: [{ repository, message, hint }],
    }
  }
}

function readMarks(
  marks: KeptMarks,
  repository: string,
): { readonly marks: WorkspaceMarks; readonly notices: readonly TrackerNotice[] } {
  try {
    return { marks: marks.all(), notices: [] }
  } catch (error) {
    if (!(error instanceof MarksDamaged)) throw error
    const hint = 'blockers and dependencies are not shown; correct the file or move it aside'
    return { marks: NO_MARKS, notices: [{ repository, message: error.message, hint }] }
  }
}

const sayLater = (count: number): readonly Omit<TrackerNotice, 'repository'>[] =>
  count === 0
    ? []
    : [
        {
          message: `left out: ${sayCount(count, 'lane')} that have not started`,
          hint: null,
        },
      ]

type NotFound = (Lookup & { readonly ok: false })['why'] | 'gone'

const NOT_SHOWN: Readonly<Record<NotFound, string>> = {
  'no-git': 'git was not found, so there are no branches to show',
  'no-repository': 'this is no git repository, or git does not trust it (see safe.directory)',
  bare: 'this repository has no checkout, so it is not shown',
  'no-commit': 'this repository has no commit yet',
  gone: 'its folder is gone',
}

const nothing = ({ name }: Reading, message: string): ReadRepository => ({
  found: null,
  notices: [{ repository: name, message, hint: null }],
  isSame: () => false,
})
